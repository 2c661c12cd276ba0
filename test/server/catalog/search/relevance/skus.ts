import { rowsOf } from '../relevance-row.ts'

export const SKUS = rowsOf('SKUs', [
  ['en', 'round-solitaire-ring-rose-gold-6', 'round-solitaire-ring'],
  ['en', 'OVAL-SOLITAIRE-RING-WHITE-GOLD-6-5', 'oval-solitaire-ring'],
  ['en', 'PEAR-HALO-PENDANT-WHITE-GOLD', 'pear-halo-pendant'],
  ['en', 'station-bracelet-yellow-gold', 'station-bracelet'],
  ['en', 'charmbraceletsilver', 'charm-bracelet'],
  ['en', 'plainweddingbandplatinum', 'plain-wedding-band'],
  ['en', 'polished hoop earrings silver', 'polished-hoop-earrings'],
  ['en', 'emerald-three-stone-ring-platinum-7-5', 'emerald-three-stone-ring'],
  ['en', 'emerald-three', 'emerald-three-stone-ring'],
  ['en', 'bezel-stud', 'bezel-stud-earrings'],
  ['ru', 'round-bridal-set-yellow-gold-8', 'round-bridal-set'],
  ['ru', 'PRINCESS-PAVE-RING-WHITE-GOLD-7', 'princess-pave-ring'],
  ['ru', 'pavebanglerosegold', 'pave-bangle'],
  ['ru', 'cushion-ring-and-studs', 'cushion-ring-and-studs-set'],
  ['ru', 'tennis-necklace-white', 'round-tennis-necklace'],
  ['ru', 'blue-cushion-solitaire-ring-white-gold-5', 'blue-cushion-solitaire-ring'],
])
