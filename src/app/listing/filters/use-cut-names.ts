import { useLingui } from '@lingui/react/macro'

import type { StoneCut } from '#shared/product/stone-cuts.ts'

/** For contexts that already make clear that these are cuts. */
export function useCutNames(): Record<StoneCut, string> {
  const { t } = useLingui()
  return {
    round: t({ message: 'Round', context: 'cut of a stone' }),
    oval: t({ message: 'Oval', context: 'cut of a stone' }),
    cushion: t({ message: 'Cushion', context: 'cut of a stone' }),
    emerald: t({ message: 'Emerald', context: 'cut of a stone' }),
    pear: t({ message: 'Pear', context: 'cut of a stone' }),
    princess: t({ message: 'Princess', context: 'cut of a stone' }),
    radiant: t({ message: 'Radiant', context: 'cut of a stone' }),
    marquise: t({ message: 'Marquise', context: 'cut of a stone' }),
    asscher: t({ message: 'Asscher', context: 'cut of a stone' }),
    heart: t({ message: 'Heart', context: 'cut of a stone' }),
  }
}
