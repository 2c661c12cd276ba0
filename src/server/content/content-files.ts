import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ResolveImage } from '#content/document/find-image.ts'
import { parseDocument, type ParsedFile, type ParseOptions } from '#content/document/parse-document.ts'
import { createYieldToLoop } from '#server/infra/scheduling.ts'
import { versionOf } from '#server/infra/version-of.ts'
import { DEFAULT_LOCALE, LOCALES } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

import { isInside, listContent, stampOf } from './content-folder.ts'

interface ContentFiles {
  version: string
  documents: readonly ContentDocument[]
  faults: readonly ContentFault[]
  /** Every file that could be parsed, in the version shown. */
  parsed: readonly ParsedFile[]
}

export type LoadImages = () => Promise<LoadedImages>

interface LoadedImages {
  resolve: ResolveImage
  version: string
  /** Whether to reload the images although the manifest is unchanged. */
  haveChanged?: () => Promise<boolean>
}

interface CachedFile {
  stamp: string
  /** The last version that could be parsed. */
  good: { digest: string; parsed: ParsedFile & { document: ContentDocument } } | undefined
  faults: readonly ContentFault[]
}

interface CachedImages extends LoadedImages {
  stamp: string | undefined
  faults: readonly ContentFault[]
}

const SOURCE = 'content'
/** Search words are left out, because they are compared with queries. */
const NBSP_FILES = /^ru\/(?!_search\/)/
/** Parsing blocks the event loop. Pages are far smaller. */
const MOST_KB = 256
/** Editors may truncate a file first and write its content within this time. */
const SAVING_MS = 1000

/** Reads new and changed files, and those in `touched`, whatever their stamps. */
export function createFolderReader(contentDir: string, loadImages: LoadImages) {
  let cached = new Map<string, CachedFile>()
  let images: CachedImages | undefined

  /** @throws StartError if the folder cannot be read. The first call also throws errors of `loadImages`. */
  return async function read(touched: ReadonlySet<string> = new Set()): Promise<ContentFiles> {
    const listing = await listContent(contentDir)
    const before = images
    images = await readImages(before, touched)
    // After an image change, parse every file again, because documents contain image sizes.
    const haveImagesChanged = images.resolve !== before?.resolve
    const options = { ...CONTENT_OPTIONS, resolveImage: images.resolve }
    const yieldToLoop = createYieldToLoop()
    const next = new Map<string, CachedFile>()
    for (const [file, stamp] of listing) {
      const known = cached.get(file)
      const isKnown = known?.stamp === stamp && !haveImagesChanged && !touched.has(file)
      const now = isKnown ? known : await readEntry(file, stamp, known, options)
      if (now) next.set(file, now)
      await yieldToLoop()
    }
    cached = next
    return summarize([...cached.values()], images)
  }

  async function readImages(before: CachedImages | undefined, touched: ReadonlySet<string>): Promise<CachedImages> {
    const stamp = await stampOf(join(contentDir, MANIFEST))
    if (!before) return { ...(await loadImages()), stamp, faults: [] }
    const isSameList = stamp === before.stamp && !touched.has(MANIFEST)
    if (isSameList && !(await before.haveChanged?.())) return before
    try {
      return { ...(await loadImages()), stamp, faults: [] }
    } catch (error) {
      return {
        ...before,
        stamp,
        faults: [{ file: MANIFEST, line: 1, message: `Pictures stay as they were: ${textOf(error)}.` }],
      }
    }
  }

  async function readEntry(file: string, stamp: string, before: CachedFile | undefined, options: ParseOptions) {
    try {
      const { text, age } = await readText(file)
      // An editor is saving the file. Keep the previous version and read the file again next time.
      if (text === '' && before?.good && age < SAVING_MS) return { ...before, stamp: '' }
      if (text === '' && before?.good) throw new Error('it is empty; delete it if the page is to go')
      const parsed = parseDocument([SOURCE, ...file.split('/')].join(':'), text, options)
      const { document, faults } = parsed
      const good = document
        ? { digest: versionOf(JSON.stringify(document)), parsed: { ...parsed, document } }
        : before?.good
      return { stamp, good, faults }
    } catch (error) {
      // The file was deleted after it was listed.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      const fault = { file, line: 1, message: `This file cannot be read: ${textOf(error)}.` }
      // After a file system error the next read retries; after any other, the file is read when it changes.
      const isSystemError = (error as NodeJS.ErrnoException).code !== undefined
      return { stamp: isSystemError ? '' : stamp, good: before?.good, faults: [fault] }
    }
  }

  /** The age is in milliseconds. Throws if the file is outside the content folder or too large. */
  async function readText(file: string): Promise<{ text: string; age: number }> {
    const path = join(contentDir, file)
    const { size, mtimeMs } = await stat(path)
    if (size > MOST_KB * 1024) throw new Error(`it has more than ${MOST_KB} KB`)
    if (!(await isInside(contentDir, file))) throw new Error('it leads out of the content folder')
    const text = await readFile(path, 'utf8')
    return { text: NBSP_FILES.test(file) ? insertNbsp(text, 'ru') : text, age: Date.now() - mtimeMs }
  }
}

function summarize(files: readonly CachedFile[], images: CachedImages): ContentFiles {
  const shown = files
    .flatMap(({ good }) => good ?? [])
    .toSorted((a, b) => compareText(a.parsed.document._id, b.parsed.document._id))
  const documents = shown.map(({ parsed }) => parsed.document)
  return {
    // Include the images in the version, because products show images that no document names.
    version: versionOf(
      [images.version, ...shown.map(({ digest, parsed }) => `${parsed.document._id}\n${digest}`)].join('\n'),
    ),
    documents,
    faults: [...images.faults, ...files.flatMap(({ faults }) => faults), ...findCollisions(documents)].toSorted(
      (a, b) => compareText(a.file, b.file) || a.line - b.line,
    ),
    parsed: shown.map(({ parsed }) => parsed),
  }
}

function textOf(error: unknown): string {
  const texts = error instanceof Error ? error.message : String(error)
  return texts.split('\n')[0] ?? texts
}

/** Only the first of a path and language is shown. A draft does not collide with the page that it will replace. */
function findCollisions(documents: readonly ContentDocument[]): ContentFault[] {
  const first = new Map<string, string>()
  return documents.flatMap(({ _locale, _path, _draft, _file }) => {
    const key = [_locale, _path, _draft].join(' ')
    const owner = first.get(key)
    if (owner === undefined) first.set(key, _file)
    return owner === undefined
      ? []
      : [
          {
            file: _file,
            line: 1,
            message: `This lies at ${_path}, where ${owner} lies already; only that one is seen.`,
          },
        ]
  })
}

const CONTENT_OPTIONS: ParseOptions = {
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  respectPathCase: true,
  articles: '/blogs',
}

/** Inside the content folder. */
export const MANIFEST = 'media/manifest.json'
