import { rowsOf } from '../relevance-row.ts'

export const ANY_ORDER = rowsOf('any order', [
  ['en', 'ring for engagement with oval stone', 'oval-solitaire-ring'],
  ['en', 'bracelet tennis oval', 'oval-tennis-bracelet'],
  ['en', 'pear ring in rose gold', 'pear-solitaire-ring'],
  ['en', 'a pendant with an emerald cut in platinum', 'emerald-pendant'],
  ['en', 'set of pendant and studs', 'round-pendant-and-studs-set'],
  ['en', 'hoops with pave', 'pave-hoop-earrings'],
  ['en', 'band for a wedding in rose gold', 'plain-wedding-band'],
  ['en', 'necklace with a bar', 'round-bar-necklace'],
  ['en', 'studs bezel', 'bezel-stud-earrings'],
  ['en', 'earrings with pear drops', 'pear-drop-earrings'],
  ['ru', 'золото розовое кольцо с грушей', 'pear-solitaire-ring'],
  ['ru', 'браслет жёсткий гладкий', 'polished-bangle'],
  ['ru', 'кольцо с круглым камнем и ореолом', 'round-halo-ring'],
  ['ru', 'с грушей серьги', 'pear-drop-earrings'],
  ['ru', 'комплект для свадьбы', 'round-bridal-set'],
  ['ru', 'с тремя камнями кольцо с овалом', 'oval-three-stone-ring'],
  ['ru', 'подвеска из платины с изумрудной огранкой', 'emerald-pendant'],
  ['ru', 'колье теннисное', 'round-tennis-necklace'],
  ['ru', 'пусеты с ореолом', 'cushion-halo-studs'],
  ['ru', 'кольцо для неё на помолвку', 'round-solitaire-ring'],
])
