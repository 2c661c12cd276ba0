import { createSafeStorage } from '../routing/safe-storage.ts'

/** The short side of a bank card in mm, the same all over the world (ISO 7810, ID-1): it fits on a phone. */
export const CARD_MM = 53.98

const KEY = 'screen_card'

const storage = createSafeStorage()

/** How wide a bank card is on this screen in CSS pixels, as it was measured; undefined where it was not, or at another zoom. */
export function ownCardPx(): number | undefined {
  const [cardPx, ratio] = (storage.get(KEY) ?? '').split('@').map(Number)
  return cardPx && ratio === devicePixelRatio ? cardPx : undefined
}

/** Remembers on this device what was measured. */
export function keepCardPx(cardPx: number): void {
  storage.set(KEY, `${cardPx}@${devicePixelRatio}`)
}
