import { rowsOf } from '../relevance-row.ts'

export const ENGLISH_FORMS = rowsOf('English forms', [
  ['en', 'ring with moissanite', 'rings'],
  ['en', 'moissanites ring', 'rings'],
  ['en', 'earring', 'earrings'],
  ['en', 'hoop earring', 'polished-hoop-earrings'],
  ['en', 'stud', 'studs'],
  ['en', 'bracelet', 'bracelets'],
  ['en', 'bangle', 'bangle'],
  ['en', 'polish bangle', 'polished-bangle'],
  ['en', 'charms bracelet', 'charm-bracelet'],
  ['en', 'weddings band', 'plain-wedding-band'],
  ['en', 'ring to propose with', 'round-solitaire-ring'],
  ['en', 'engagement rings', 'round-solitaire-ring'],
  ['en', 'solitaires', 'solitaire'],
  ['en', 'halos ring', 'cushion-halo-ring'],
  ['en', 'rings with three stones', 'oval-three-stone-ring'],
  ['en', 'emeralds pendant', 'emerald-pendant'],
  ['en', 'pears drop earring', 'pear-drop-earrings'],
  ['en', 'eternity bands', 'round-eternity-ring'],
  ['en', 'bridal', 'round-bridal-set'],
  ['en', 'stacking bracelets', 'bracelets'],
])
