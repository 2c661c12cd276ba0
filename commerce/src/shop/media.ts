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
  /** Of the first view: the film of the piece in several formats, and the model of the product. */
  film?: string[]
  model?: string
}

export interface ProductMedia {
  category: string
  subcategory: string
  cut: string | undefined
  /** By metal, the first view first. The metal with the most images comes first. */
  pictures: [Metal, string[]][]
  /** `film:white-gold` and `model`, as in the product's metadata. */
  metadata: Record<string, string>
}

const manifest = JSON.parse(
  readFileSync(new URL('../../../content/media/manifest.json', import.meta.url), 'utf8'),
) as ManifestImage[]

/** `product` is the name in the media manifest, without the metal. Throws Error if there is no image. */
export function mediaOf(product: string): ProductMedia {
  const found = manifest.filter(({ piece: name, metal }) => isMetal(metal) && name === `${product}-${metal}`)
  const [first] = found
  if (!first) throw new Error(`There is no picture of "${product}"`)
  const byMetal = new Map<Metal, ManifestImage[]>()
  for (const image of found) {
    if (isMetal(image.metal)) byMetal.set(image.metal, [...(byMetal.get(image.metal) ?? []), image])
  }
  return {
    category: first.category,
    subcategory: first.subcategory,
    cut: first.cut || undefined,
    metadata: Object.assign({}, ...found.map(metadataOf)) as Record<string, string>,
    pictures: [...byMetal]
      .map(([metal, views]): [Metal, string[]] => [
        metal,
        views.toSorted((a, b) => a.view - b.view).map(({ file }) => file),
      ])
      .toSorted(([, a], [, b]) => b.length - a.length),
  }
}

function metadataOf({ metal, film, model }: ManifestImage): Record<string, string> {
  return { ...(film ? { [`film:${metal}`]: film.join(' ') } : {}), ...(model ? { model } : {}) }
}
