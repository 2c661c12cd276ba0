import { toImage, type DescribedImage } from '../to-image.ts'

/** What is told of an article where it is not read: on its card, beside its neighbours. */
export interface Article {
  /** Without its language. */
  path: string
  title: string
  description: string
  /** `2026-11-21`; absent where its author gave none. */
  date?: string
  readingMinutes?: number
  picture?: DescribedImage
}

/** Takes of a document what its card shows, and nothing else. */
export function toArticle(document: Record<string, unknown>): Article {
  const { _path, title, description, date, readingMinutes, picture: named, pictureAlt: imageAlt } = document
  const image = toImage(named, imageAlt)
  return {
    path: String(_path),
    title: String(title),
    description: typeof description === 'string' ? description : '',
    ...(typeof date === 'string' ? { date: date.slice(0, 10) } : {}),
    ...(typeof readingMinutes === 'number' ? { readingMinutes } : {}),
    ...(image ? { picture: image } : {}),
  }
}
