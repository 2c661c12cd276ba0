import { readFileSync } from 'node:fs'

import { isMetal, type Metal } from './metals.ts'

/** `piece` names the product and its metal, such as `round-halo-ring-silver`. */
interface ManifestImage {
  file: string
  piece: string
  category: string
  subcategory: string
  cut?: string
  metal?: string
  view: number
  /** Of the first view: the film of the piece in several formats, and the models of the product. */
  film?: string[]
  model?: string[]
}

const manifest = JSON.parse(
  readFileSync(new URL('../../../content/media/manifest.json', import.meta.url), 'utf8'),
) as ManifestImage[]

/** `product` is the name in the media manifest, without the metal. Throws Error if there is no image. */
export function mediaOf(product: string) {
  const found = manifest.filter(({ piece, metal }) => isMetal(metal) && piece === `${product}-${metal}`)
  const [first] = found
  if (!first) throw new Error(`There is no picture of "${product}"`)
  const byMetal = Map.groupBy(found, ({ metal }) => metal as Metal)
  return {
    category: first.category,
    subcategory: first.subcategory,
    cut: first.cut || undefined,
    /** `film:white-gold` and `model`, as in the product's metadata. */
    metadata: Object.fromEntries(
      found.flatMap(({ metal, film, model }) => [
        ...(film ? [[`film:${metal}`, film.join(' ')]] : []),
        ...(model ? [['model', model.join(' ')]] : []),
      ]),
    ) as Record<string, string>,
    /** By metal, the first view first. The metal with the most images comes first. */
    pictures: [...byMetal]
      .map(([metal, views]) => {
        const files = views.toSorted((a, b) => a.view - b.view).map(({ file }) => file)
        return [metal, files] as const
      })
      .toSorted(([, a], [, b]) => b.length - a.length),
  }
}
