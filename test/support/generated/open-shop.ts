import { join } from 'node:path'

import fastify from 'fastify'

import { createPageSearch } from '#server/catalog/search/find-pages.ts'
import { createShop, type Shop } from '#server/catalog/shop.ts'
import { buildSnapshot, type Snapshot } from '#server/catalog/snapshot/snapshot.ts'
import { createContentLibrary } from '#server/content/content-library.ts'
import { createSynonyms } from '#server/content/synonyms.ts'
import { loadMediaImages } from '#server/images/media.ts'

import { generatedContents } from './contents.ts'

const CONTENT = join(import.meta.dirname, '../../../content')

export async function openGeneratedShop(products: number): Promise<{ shop: Shop; snapshot: Snapshot }> {
  const loadImages = () => loadMediaImages(join(CONTENT, 'media'))
  const library = await createContentLibrary({ contentDir: CONTENT, loadImages, log: fastify().log })
  const snapshot = await buildSnapshot(generatedContents(products), 'any')
  const { resolve } = await loadImages()
  return { shop: createShop(snapshot, resolve, createSynonyms(library), createPageSearch(library)), snapshot }
}
