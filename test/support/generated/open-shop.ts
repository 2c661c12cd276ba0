import { join } from 'node:path'

import fastify from 'fastify'

import { loadMediaImages } from '#server/catalog/media-images.ts'
import { createBreather } from '#server/catalog/pace/breather.ts'
import { createShop, type Shop } from '#server/catalog/shop.ts'
import { buildSnapshot, type Snapshot } from '#server/catalog/snapshot.ts'
import { createContentLibrary } from '#server/content/content-library.ts'
import { createSearchWords } from '#server/content/search-words.ts'

import { generatedContents } from './contents.ts'

const CONTENT = join(import.meta.dirname, '../../../content')

/** A shop of so many pieces, with the pictures and the words of ours. */
export async function openGeneratedShop(pieces: number): Promise<{ shop: Shop; snapshot: Snapshot }> {
  const loadImages = () => loadMediaImages(join(CONTENT, 'media'))
  const library = await createContentLibrary({ contentDir: CONTENT, loadImages, log: fastify().log })
  const snapshot = await buildSnapshot(generatedContents(pieces), createBreather())
  return { shop: createShop(snapshot, (await loadImages()).resolve, createSearchWords(library)), snapshot }
}
