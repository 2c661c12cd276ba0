import { readdir } from 'node:fs/promises'

import type { ContentFault } from '#content/document.ts'
import { mediaDir } from '#server/config.ts'
import { loadMediaImages } from '#server/images/media-images.ts'
import { compareText } from '#shared/text/compare-text.ts'

import { createFolderReader } from '../content-files.ts'
import { findDeadLinks } from './dead-links.ts'
import { findMissingTranslations } from './missing-translations.ts'
import { findWrongFields } from './wrong-fields.ts'
import { findWrongSynonyms } from './wrong-synonyms.ts'

/**
 * Looks for everything in the content folder that would let a reader down.
 * @returns how many documents there are, and what is wrong with them, by file and line
 * @throws StartError where the folder, Error where the list of its media, cannot be read
 */
export async function checkFolder(contentDir: string): Promise<{ documents: number; faults: ContentFault[] }> {
  const media = mediaDir({ contentDir })
  const read = createFolderReader(contentDir, async () => {
    const [images, present] = await Promise.all([loadMediaImages(media), readdir(media)])
    return {
      ...images,
      resolve: (file, locale) => (present.includes(file) ? images.resolve(file, locale) : undefined),
    }
  })
  const { documents, faults, parsed } = await read()
  const found = [
    ...faults,
    ...findMissingTranslations(documents),
    ...findDeadLinks(parsed),
    ...findWrongFields(parsed),
    ...findWrongSynonyms(parsed),
  ]
  return {
    documents: documents.length,
    faults: found.toSorted((a, b) => compareText(a.file, b.file) || a.line - b.line),
  }
}
