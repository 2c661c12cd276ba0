import { Plural, Trans } from '@lingui/react/macro'

import type { Locale } from '#shared/i18n/locale.ts'
import type { Stones } from '#shared/product/read-stones.ts'

import { useStoneLabels } from './use-stone-labels.ts'

/** How large stones of one kind are, and how many: `8 × 6 mm, 1 stone`. */
export function StoneSize({ stone }: { stone: Stones }) {
  const { sizeOf } = useStoneLabels()
  return (
    <>
      {sizeOf(stone)}
      {', '}
      {stone.count === null ? <Trans>many</Trans> : <Plural value={stone.count} one="# stone" other="# stones" />}
    </>
  )
}

/** Something that everybody has in their pocket, and knows how large it is. */
export interface Coin {
  /** What it says. */
  face: string
  /** mm */
  diameter: number
}

const RUBLE: Coin = { face: '1 ₽', diameter: 20.5 }
const QUARTER: Coin = { face: '25¢', diameter: 24.26 }

const COINS: Record<string, Coin> = {
  USD: QUARTER,
  GBP: { face: '£1', diameter: 23.43 },
  EUR: { face: '€1', diameter: 23.25 },
  CAD: { face: '25¢', diameter: 23.88 },
  AUD: { face: '$1', diameter: 25 },
  ILS: { face: '₪1', diameter: 18 },
  JPY: { face: '¥100', diameter: 22.6 },
  CHF: { face: '1 Fr.', diameter: 23.2 },
}

/** The coin that a reader knows best: by the language where it tells, else by what they pay in (ISO 4217). */
export function coinFor(locale: Locale, currency: string): Coin {
  return locale === 'ru' ? RUBLE : (COINS[currency] ?? QUARTER)
}
