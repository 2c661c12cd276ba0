import type { Piece } from './piece.ts'

export const NECKLACES: readonly Piece[] = [
  {
    handle: 'round-solitaire-pendant',
    media: 'necklace-solitaire-round',
    grams: 2,
    collection: 'best-sellers',
    originals: { 'yellow-gold': 565, 'white-gold': 565, 'rose-gold': 565 },
    title: { en: 'Round solitaire pendant', ru: 'Подвеска с круглым муассанитом' },
    subtitle: { en: 'One stone on a 45 cm chain', ru: 'Один камень на цепочке 45 см' },
    description: {
      en: 'A 6 mm round moissanite in four claws, hung so that it lies flat and faces forward. The chain fastens at 45 or 42 cm.',
      ru: 'Круглый муассанит 6 мм в четырёх крапанах; подвеска лежит ровно и не переворачивается. Цепочка застёгивается на 45 или 42 см.',
    },
  },
  {
    handle: 'bezel-pendant',
    media: 'necklace-bezel-round',
    grams: 2,
    collection: 'new-in',
    originals: { 'rose-gold': 515 },
    title: { en: 'Bezel pendant', ru: 'Подвеска в глухой закрепке' },
    subtitle: { en: 'A round stone in a rim of rose gold', ru: 'Круглый камень в ободке розового золота' },
    description: {
      en: 'A round moissanite in a smooth rim of rose gold. It slides along a fine cable chain and never snags on a scarf.',
      ru: 'Круглый муассанит в гладком ободке розового золота. Скользит по тонкой якорной цепочке и не цепляется за шарф.',
    },
  },
  {
    handle: 'pear-halo-pendant',
    media: 'necklace-halo-pear',
    grams: 3,
    collection: 'trending',
    originals: { 'white-gold': 765 },
    title: { en: 'Pear halo pendant', ru: 'Подвеска с ореолом и муассанитом «груша»' },
    subtitle: { en: 'A drop with a line of light around it', ru: 'Капля в сияющем контуре' },
    description: {
      en: 'A pear-cut moissanite outlined by a halo of small stones, on a white gold chain of 45 cm. Made for an open neckline.',
      ru: 'Муассанит огранки «груша» в контуре из мелких камней на цепочке из белого золота, 45 см. Для открытого ворота.',
    },
  },
  {
    handle: 'emerald-pendant',
    media: 'necklace-solitaire-emerald',
    grams: 3,
    originals: { platinum: 1165 },
    title: { en: 'Emerald-cut pendant', ru: 'Подвеска с муассанитом изумрудной огранки' },
    subtitle: { en: 'A clear rectangle in platinum', ru: 'Чистый прямоугольник в платине' },
    description: {
      en: 'An emerald-cut moissanite hung upright from a platinum chain. Quiet from across a room, endless from close by.',
      ru: 'Муассанит изумрудной огранки, подвешенный вертикально на платиновой цепочке. Сдержанный издалека, бездонный вблизи.',
    },
  },
  {
    handle: 'round-bar-necklace',
    media: 'necklace-bar-round',
    grams: 3,
    originals: { 'yellow-gold': 665 },
    title: { en: 'Round bar necklace', ru: 'Колье-планка с круглыми муассанитами' },
    subtitle: { en: 'A straight row of round stones', ru: 'Ровный ряд круглых камней' },
    description: {
      en: 'Small round moissanites in a straight bar that follows the collarbone. Fixed to the chain at both ends, so it stays level.',
      ru: 'Небольшие круглые муассаниты в прямой планке, повторяющей линию ключиц. Планка закреплена с двух сторон и всегда лежит ровно.',
    },
  },
  {
    handle: 'round-tennis-necklace',
    media: 'necklace-tennis-round',
    grams: 22,
    collection: 'trending',
    originals: { 'white-gold': 3965 },
    title: { en: 'Round tennis necklace', ru: 'Теннисное колье с круглыми муассанитами' },
    subtitle: { en: 'An unbroken line of round stones', ru: 'Непрерывная линия круглых камней' },
    description: {
      en: 'Round moissanites matched one by one, each in its own claws and free to move, 42 cm long. The clasp has a second catch.',
      ru: 'Круглые муассаниты, подобранные один к одному, каждый в своих крапанах и в движении; длина 42 см. Замок с дополнительной защёлкой.',
    },
  },
]
