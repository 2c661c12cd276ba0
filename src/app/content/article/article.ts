import { toPicture, type DescribedPicture } from '../to-picture.ts'

/** What is told of an article where it is not read: on its card, beside its neighbours. */
export interface Article {
  /** Without its language. */
  path: string
  title: string
  description: string
  /** `2026-11-21`; absent where its author gave none. */
  date?: string
  readingMinutes?: number
  picture?: DescribedPicture
}

/** Takes of a document what its card shows, and nothing else. */
export function toArticle(document: Record<string, unknown>): Article {
  const { _path, title, description, date, readingMinutes, picture: named, pictureAlt } = document
  const picture = toPicture(named, pictureAlt)
  return {
    path: String(_path),
    title: String(title),
    description: typeof description === 'string' ? description : '',
    ...(typeof date === 'string' ? { date: date.slice(0, 10) } : {}),
    ...(typeof readingMinutes === 'number' ? { readingMinutes } : {}),
    ...(picture ? { picture } : {}),
  }
}
