import type { StoneCut } from '#shared/product/stone-cuts.ts'

const ELLIPSE = 'M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0Z'
const OCTAGON = 'M20 0H80L100 15V85L80 100H20L0 85V15Z'

/** What each cut looks like from above, in a square of 100: as long as it is high, and as wide. */
export const CUT_OUTLINES: Record<StoneCut, string> = {
  round: ELLIPSE,
  oval: ELLIPSE,
  cushion: 'M50 0C88 0 100 12 100 50S88 100 50 100 0 88 0 50 12 0 50 0Z',
  emerald: OCTAGON,
  radiant: OCTAGON,
  asscher: 'M27 0H73L100 27V73L73 100H27L0 73V27Z',
  princess: 'M0 0H100V100H0Z',
  pear: 'M50 0C60 20 100 40 100 67A50 33 0 0 1 0 67C0 40 40 20 50 0Z',
  marquise: 'M50 0C82 20 100 36 100 50S82 80 50 100C18 80 0 64 0 50S18 20 50 0Z',
  heart: 'M50 20C60-7 100-5 100 30C100 60 68 82 50 100C32 82 0 60 0 30C0-5 40-7 50 20Z',
}

/** Facets in steps, like stairs, instead of a star. */
export const STEP_CUTS: ReadonlySet<StoneCut> = new Set(['emerald', 'asscher'])
