import { readFileSync } from 'node:fs'

import { isMetal, type Metal } from './metals.ts'

interface Picture {
  file: string
  piece: string
  category: string
  subcategory: string
  cut?: string
  metal?: string
  view: number
}

export interface PieceMedia {
  /** As our media names them. */
  category: string
  subcategory: string
  cut: string | undefined
  /** File names by metal, first view first; the metal with most pictures stands first. */
  pictures: [Metal, string[]][]
}

const manifest = JSON.parse(
  readFileSync(new URL('../../../content/media/manifest.json', import.meta.url), 'utf8'),
) as Picture[]

/**
 * The pictures of one kind of piece.
 * @param piece what our media calls it, without its metal
 * @throws when there is no picture of it
 */
export function mediaOf(piece: string): PieceMedia {
  const found = manifest.filter(({ piece: name, metal }) => isMetal(metal) && name === `${piece}-${metal}`)
  const [first] = found
  if (!first) throw new Error(`There is no picture of "${piece}"`)
  const byMetal = new Map<Metal, Picture[]>()
  for (const picture of found) {
    if (isMetal(picture.metal)) byMetal.set(picture.metal, [...(byMetal.get(picture.metal) ?? []), picture])
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
