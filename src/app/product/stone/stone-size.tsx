import { Plural, Trans, useLingui } from '@lingui/react/macro'

import { type Locale, LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import type { Stones } from '#shared/product/read-stones.ts'
import type { StoneCut } from '#shared/product/stone-cuts.ts'

/** Size and number of stones: `8 × 6 mm, 1 stone`. */
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

/** A common coin, as a size reference. */
export interface Coin {
  face: string
  /** Unit: mm. */
  diameter: number
}

const RUBLE: Coin = { face: '1 ₽', diameter: 20.5 }
const QUARTER: Coin = { face: '25¢', diameter: 24.26 }

const COINS: Record<string, Coin> = {
  USD: QUARTER,
  GBP: { face: '10p', diameter: 24.5 },
  EUR: { face: '€1', diameter: 23.25 },
  CAD: { face: '25¢', diameter: 23.88 },
  AUD: { face: '$1', diameter: 25 },
  ILS: { face: '₪1', diameter: 18 },
  JPY: { face: '¥100', diameter: 22.6 },
  CHF: { face: '1 Fr.', diameter: 23.2 },
}

/** The coin that a reader is most familiar with. `currency` decides unless the locale does. */
export function coinFor(locale: Locale, currency: string): Coin {
  return locale === 'ru' ? RUBLE : (COINS[currency] ?? QUARTER)
}

export function useStoneLabels() {
  const { t, i18n } = useLingui()
  const { format } = new Intl.NumberFormat(LANGUAGE_TAGS[i18n.locale as Locale])
  const millimetres = (length: number | string) => t`${length}\u00a0mm`
  return {
    /** `8 × 6 mm`, or `6.5 mm` if the width equals the length. */
    sizeOf: ({ length, width }: Stones) =>
      millimetres(length === width ? format(length) : `${format(length)}\u00a0×\u00a0${format(width)}`),
    millimetres: (length: number) => millimetres(format(length)),
  }
}

export function useDrawingLabel(stones: readonly Stones[], { face, diameter }: Coin): string {
  const { t, i18n } = useLingui()
  const cutLabels = useCutLabels()
  const { sizeOf, millimetres } = useStoneLabels()
  const across = millimetres(diameter)
  const named = new Intl.ListFormat(i18n.locale).format(
    stones.map((stone) => `${cutLabels[stone.cut]}, ${sizeOf(stone)}`),
  )
  return t`Next to a ${face} coin (${across}): ${named}`
}

/** For contexts that do not imply a cut, where "emerald" alone would mean a different gem. */
export function useCutLabels(): Record<StoneCut, string> {
  const { t } = useLingui()
  return {
    round: t`Round cut`,
    oval: t`Oval cut`,
    cushion: t`Cushion cut`,
    emerald: t`Emerald cut`,
    pear: t`Pear cut`,
    princess: t`Princess cut`,
    radiant: t`Radiant cut`,
    marquise: t`Marquise cut`,
    asscher: t`Asscher cut`,
    heart: t`Heart cut`,
  }
}
