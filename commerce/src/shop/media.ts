import { readFileSync } from 'node:fs'

import { isMetal, type Metal } from './metals.ts'

interface ResponsiveImage {
  file: string
  piece: string
  category: string
  subcategory: string
  cut?: string
  metal?: string
  view: number
}

export interface ProductMedia {
  /** As our media names them. */
  category: string
  subcategory: string
  cut: string | undefined
  /** File names by metal, first view first; the metal with most images stands first. */
  pictures: [Metal, string[]][]
}

const manifest = JSON.parse(
  readFileSync(new URL('../../../content/media/manifest.json', import.meta.url), 'utf8'),
) as ResponsiveImage[]

/**
 * The images of one kind of product.
 * @param product what our media calls it, without its metal
 * @throws when there is no image of it
 */
export function mediaOf(product: string): ProductMedia {
  const found = manifest.filter(({ piece: name, metal }) => isMetal(metal) && name === `${product}-${metal}`)
  const [first] = found
  if (!first) throw new Error(`There is no picture of "${product}"`)
  const byMetal = new Map<Metal, ResponsiveImage[]>()
  for (const image of found) {
    if (isMetal(image.metal)) byMetal.set(image.metal, [...(byMetal.get(image.metal) ?? []), image])
  }
  return {
    category: first.category,
    subcategory: first.subcategory,
    cut: first.cut || undefined,
    pictures: [...byMetal]
      .map(([metal, views]): [Metal, string[]] => [
        metal,
        views.toSorted((a, b) => a.view - b.view).map(({ file }) => file),
      ])
      .toSorted(([, a], [, b]) => b.length - a.length),
  }
}
