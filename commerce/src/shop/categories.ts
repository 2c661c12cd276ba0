import type { LocalizedText } from './localized-text.ts'

export interface ShopCategory {
  handle: string
  name: LocalizedText
  description: LocalizedText
  /** `media` is the name in the media manifest if it differs from the unique handle. */
  children: readonly { handle: string; media?: string; name: LocalizedText; description: LocalizedText }[]
}

export const CATEGORIES: readonly ShopCategory[] = [
  {
    handle: 'rings',
    name: { en: 'Rings', ru: 'Кольца' },
    description: {
      en: 'For the question, the answer, and every day after.',
      ru: 'Для того самого вопроса, для «да» и для каждого дня после.',
    },
    children: [
      {
        handle: 'solitaire',
        name: { en: 'Solitaire', ru: 'С одним камнем' },
        description: { en: 'One stone and nothing to distract from it.', ru: 'Один камень — и ничего лишнего.' },
      },
      {
        handle: 'halo',
        name: { en: 'Halo', ru: 'С ореолом' },
        description: {
          en: 'A ring of small stones that makes the centre look larger.',
          ru: 'Оправа из мелких камней, в которой центральный кажется крупнее.',
        },
      },
      {
        handle: 'pave',
        name: { en: 'Pavé', ru: 'С дорожкой паве' },
        description: {
          en: 'Light along the band, set stone by stone.',
          ru: 'Дорожка света по всей шинке, камень к камню.',
        },
      },
      {
        handle: 'eternity',
        name: { en: 'Eternity', ru: 'Кольца-дорожки' },
        description: {
          en: 'Stones all the way round, with no beginning and no end.',
          ru: 'Камни по всему кругу: ни начала, ни конца.',
        },
      },
      {
        handle: 'three-stone',
        name: { en: 'Three-stone', ru: 'С тремя камнями' },
        description: { en: 'Yesterday, today and tomorrow, side by side.', ru: 'Вчера, сегодня и завтра — рядом.' },
      },
      {
        handle: 'wedding',
        name: { en: 'Wedding bands', ru: 'Обручальные' },
        description: {
          en: 'Plain bands made to be worn for a lifetime.',
          ru: 'Гладкие кольца, которые носят всю жизнь.',
        },
      },
    ],
  },
  {
    handle: 'necklaces',
    name: { en: 'Necklaces', ru: 'Колье и подвески' },
    description: { en: 'A point of light, worn close.', ru: 'Точка света у самого сердца.' },
    children: [
      {
        handle: 'pendant',
        name: { en: 'Pendants', ru: 'Подвески' },
        description: { en: 'One stone on a fine chain.', ru: 'Один камень на тонкой цепочке.' },
      },
      {
        handle: 'bar',
        name: { en: 'Bar necklaces', ru: 'Колье-планки' },
        description: { en: 'A straight line of small stones.', ru: 'Ровная линия небольших камней.' },
      },
      {
        handle: 'tennis-necklaces',
        media: 'tennis',
        name: { en: 'Tennis necklaces', ru: 'Теннисные колье' },
        description: { en: 'An unbroken line of light around the neck.', ru: 'Непрерывная линия света вокруг шеи.' },
      },
    ],
  },
  {
    handle: 'earrings',
    name: { en: 'Earrings', ru: 'Серьги' },
    description: {
      en: 'From the pair you never take off to the pair for one evening.',
      ru: 'От пары, которую не снимают, до пары на один вечер.',
    },
    children: [
      {
        handle: 'studs',
        name: { en: 'Studs', ru: 'Пусеты' },
        description: { en: 'Small, bright, always right.', ru: 'Маленькие, яркие, всегда к месту.' },
      },
      {
        handle: 'hoops',
        name: { en: 'Hoops', ru: 'Серьги-кольца' },
        description: { en: 'Polished, or set with stones along the front.', ru: 'Гладкие или с дорожкой камней.' },
      },
      {
        handle: 'drops',
        name: { en: 'Drops', ru: 'Серьги-подвески' },
        description: { en: 'They move when you do.', ru: 'Движутся вместе с вами.' },
      },
    ],
  },
  {
    handle: 'bracelets',
    name: { en: 'Bracelets', ru: 'Браслеты' },
    description: {
      en: 'Light at the wrist, on its own or in a stack.',
      ru: 'Свет на запястье: один браслет или несколько сразу.',
    },
    children: [
      {
        handle: 'tennis-bracelets',
        media: 'tennis',
        name: { en: 'Tennis bracelets', ru: 'Теннисные браслеты' },
        description: {
          en: 'Stone after stone, each in its own claws.',
          ru: 'Камень за камнем, каждый в своих крапанах.',
        },
      },
      {
        handle: 'bangle',
        name: { en: 'Bangles', ru: 'Жёсткие браслеты' },
        description: { en: 'A closed circle with a hidden clasp.', ru: 'Сплошной обруч с потайным замком.' },
      },
      {
        handle: 'chain',
        name: { en: 'Chain bracelets', ru: 'Браслеты-цепочки' },
        description: { en: 'Fine chains with a stone or two.', ru: 'Тонкие цепочки с одним камнем или несколькими.' },
      },
    ],
  },
  {
    handle: 'sets',
    name: { en: 'Sets', ru: 'Комплекты' },
    description: {
      en: 'Pieces made for one another, boxed together.',
      ru: 'Украшения, созданные друг для друга, в одной коробке.',
    },
    children: [
      {
        handle: 'bridal',
        name: { en: 'Bridal sets', ru: 'Свадебные' },
        description: {
          en: 'An engagement ring and the band that follows it.',
          ru: 'Помолвочное кольцо и обручальное к нему.',
        },
      },
      {
        handle: 'pendant-earrings',
        name: { en: 'Pendant and earrings', ru: 'Подвеска и серьги' },
        description: { en: 'One light at the neck, two at the ears.', ru: 'Один огонёк на шее и два — в серьгах.' },
      },
      {
        handle: 'ring-earrings',
        name: { en: 'Ring and earrings', ru: 'Кольцо и серьги' },
        description: {
          en: 'The same stone on the hand and at the ears.',
          ru: 'Один и тот же камень на руке и в серьгах.',
        },
      },
    ],
  },
]
