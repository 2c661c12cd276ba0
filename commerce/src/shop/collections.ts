import type { LocalizedText } from './localized-text.ts'

export const COLLECTIONS: readonly { handle: string; title: LocalizedText }[] = [
  { handle: 'best-sellers', title: { en: 'Best sellers', ru: 'Хиты продаж' } },
  { handle: 'trending', title: { en: 'Trending', ru: 'Сейчас в моде' } },
  { handle: 'new-in', title: { en: 'New in', ru: 'Новинки' } },
]
