import { useLingui } from '@lingui/react/macro'

import { usePage } from '#app/routing/page-context.tsx'
import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import type { Stones } from '#shared/product/read-stones.ts'
import type { StoneCut } from '#shared/product/stone-cuts.ts'

interface StoneLabels {
  /** `8 × 6 mm`, or `6.5 mm` for what is as wide as it is long. */
  sizeOf(stone: Stones): string
  /** A length in mm. */
  millimetres(length: number): string
}

/** How lengths of stones are written in the page's language. */
export function useStoneLabels(): StoneLabels {
  const { t } = useLingui()
  const { locale } = usePage()
  const { format } = new Intl.NumberFormat(LANGUAGE_TAGS[locale])
  const millimetres = (length: number | string) => t`${length}\u00a0mm`
  return {
    sizeOf: ({ length, width }) =>
      millimetres(length === width ? format(length) : `${format(length)}\u00a0×\u00a0${format(width)}`),
    millimetres: (length) => millimetres(format(length)),
  }
}

/**
 * What a stone of each cut is called where nothing around it says that a cut is meant: an emerald would be another gem.
 */
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
