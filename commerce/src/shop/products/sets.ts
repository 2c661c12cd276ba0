import type { SampleProduct } from './product.ts'

export const SETS: readonly SampleProduct[] = [
  {
    handle: 'round-bridal-set',
    media: 'set-bridal-round',
    stones: '1 round 6.5, round 1.5',
    sized: true,
    grams: 7,
    collection: 'new-in',
    originals: { 'yellow-gold': 1815 },
    title: { en: 'Round bridal set', ru: 'Свадебный комплект с круглым муассанитом' },
    subtitle: { en: 'A pavé ring and the band that fits it', ru: 'Кольцо паве и обручальное к нему' },
    description: {
      en: 'An engagement ring with a round moissanite on a pavé band, and a plain wedding band shaped to sit flush against it. Both come in the size you choose.',
      ru: 'Помолвочное кольцо с круглым муассанитом на дорожке паве и гладкое обручальное, которое ложится вплотную к нему. Оба — в выбранном размере.',
    },
  },
  {
    handle: 'round-pendant-and-studs-set',
    media: 'set-pendant-studs-round',
    stones: '1 round 6, 2 round 5',
    grams: 4,
    collection: 'trending',
    originals: { 'white-gold': 915 },
    title: { en: 'Round pendant and studs set', ru: 'Комплект: подвеска и пусеты с круглыми муассанитами' },
    subtitle: { en: 'Three round stones, one box', ru: 'Три круглых камня в одной коробке' },
    description: {
      en: 'Our round solitaire pendant and the studs that match it, in white gold. Costs less than buying the two separately.',
      ru: 'Наша подвеска с круглым муассанитом и пусеты к ней, белое золото. Вместе выгоднее, чем по отдельности.',
    },
  },
  {
    handle: 'pear-pendant-and-drops-set',
    media: 'set-pendant-drops-pear',
    stones: '1 pear 8x5, 2 pear 7x5, round 1.3',
    grams: 6,
    originals: { 'rose-gold': 1365 },
    title: { en: 'Pear pendant and drops set', ru: 'Комплект: подвеска и серьги с муассанитами «груша»' },
    subtitle: { en: 'A halo pendant with drops to match', ru: 'Подвеска с ореолом и серьги к ней' },
    description: {
      en: 'A pear halo pendant and a pair of pear drops in rose gold, their stones cut and chosen together.',
      ru: 'Подвеска с ореолом и пара серёг с «грушами» в розовом золоте; камни огранены и подобраны вместе.',
    },
  },
  {
    handle: 'cushion-ring-and-studs-set',
    media: 'set-ring-studs-cushion',
    stones: '1 cushion 6.5x6.5, 2 cushion 5x5, round 1.3',
    sized: true,
    grams: 7,
    originals: { platinum: 2765 },
    title: { en: 'Cushion ring and studs set', ru: 'Комплект: кольцо и пусеты с муассанитами «кушон»' },
    subtitle: { en: 'Halo ring and halo studs in platinum', ru: 'Кольцо и пусеты с ореолом в платине' },
    description: {
      en: 'A cushion halo ring and studs to match, all in platinum. The ring comes in the size you choose.',
      ru: 'Кольцо с ореолом и муассанитом «кушон» и пусеты ему под стать, всё из платины. Кольцо — в выбранном размере.',
    },
  },
]
