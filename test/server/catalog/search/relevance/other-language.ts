import { rowsOf } from '../relevance-row.ts'

export const OTHER_LANGUAGE = rowsOf('other language', [
  ['en', 'кольцо', 'rings'],
  ['en', 'серьги', 'earrings'],
  ['en', 'браслет', 'bracelets'],
  ['en', 'обручальное кольцо', 'plain-wedding-band'],
  ['en', 'подвеска груша', 'pear-halo-pendant'],
  ['en', 'колье', 'necklaces'],
  ['en', 'пусеты', 'studs'],
  ['en', 'комплект', 'sets'],
  ['en', 'кольцо белое золото', 'rings'],
  ['ru', 'ring', 'rings'],
  ['ru', 'earrings', 'earrings'],
  ['ru', 'bracelet', 'bracelets'],
  ['ru', 'wedding band', 'plain-wedding-band'],
  ['ru', 'engagement ring', 'round-solitaire-ring'],
  ['ru', 'pear pendant', 'pear-halo-pendant'],
  ['ru', 'halo ring', 'cushion-halo-ring'],
  ['ru', 'hoops', 'hoops'],
  ['ru', 'tennis bracelet', 'round-tennis-bracelet'],
  ['ru', 'white gold ring', 'rings'],
  ['ru', 'bangle', 'bangle'],
])
