import { rowsOf } from '../relevance-row.ts'

export const JEWELLERS_WORDS = rowsOf("jewellers' words", [
  ['ru', 'обручалка', 'plain-wedding-band'],
  ['ru', 'помолвочное', 'round-solitaire-ring'],
  ['ru', 'помолвочное кольцо с муассанитом', 'round-solitaire-ring'],
  ['ru', 'кольцо дорожка', 'round-eternity-ring'],
  ['ru', 'гвоздики', 'studs'],
  ['ru', 'серьги конго', 'hoops'],
  ['ru', 'кулон', 'pendant'],
  ['ru', 'ожерелье', 'necklaces'],
  ['ru', 'кольцо капля', 'pear-solitaire-ring'],
  ['ru', 'серьги капли', 'pear-drop-earrings'],
  ['ru', 'кольцо на свадьбу', 'plain-wedding-band'],
  ['ru', 'гарнитур', 'sets'],
  ['en', 'huggies', 'hoops'],
  ['en', 'teardrop necklace', 'pear-halo-pendant'],
  ['en', 'infinity ring', 'round-eternity-ring'],
  ['en', 'trilogy ring', 'three-stone'],
  ['en', 'proposal ring', 'round-solitaire-ring'],
  ['en', 'marriage ring', 'plain-wedding-band'],
  ['en', 'pink gold ring', 'rings'],
  ['en', 'jewelry set', 'sets'],
])
