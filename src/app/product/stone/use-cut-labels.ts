import { useLingui } from '@lingui/react/macro'

import type { StoneCut } from '#shared/product/stone-cuts.ts'

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
