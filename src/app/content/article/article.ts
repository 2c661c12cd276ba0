import { toImage, type DescribedImage } from '../to-image.ts'

/** For cards and for the links to the previous and next article. */
export interface Article {
  /** Path without the locale. */
  path: string
  title: string
  description: string
  /** Date like `2026-11-21`; absent if the author gave none. */
  date?: string
  readingMinutes?: number
  picture?: DescribedImage
}

export function toArticle(document: Record<string, unknown>): Article {
  const { _path, title, description, date, readingMinutes, picture: named, pictureAlt: imageAlt } = document
  const image = toImage(named, imageAlt)
  return {
    path: String(_path),
    title: String(title),
    description: typeof description === 'string' ? description : '',
    ...(typeof date === 'string' ? { date: date.slice(0, 10) } : {}),
    ...(typeof readingMinutes === 'number' ? { readingMinutes } : {}),
    picture: image,
  }
}
