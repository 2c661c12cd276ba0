import type { Locale } from '../i18n/locale.ts'

/** Each has results. */
export const POPULAR_SEARCHES: Record<Locale, readonly string[]> = {
  en: ['engagement ring', 'moissanite necklace', 'eternity band', 'wedding set', 'moissanite earrings'],
  ru: ['помолвочное кольцо', 'колье с муассанитом', 'кольцо дорожка', 'свадебный комплект', 'серьги с муассанитом'],
}
