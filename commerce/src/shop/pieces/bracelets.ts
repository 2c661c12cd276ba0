import type { Piece } from './piece.ts'

export const BRACELETS: readonly Piece[] = [
  {
    handle: 'round-tennis-bracelet',
    media: 'bracelet-tennis-round',
    grams: 10,
    collection: 'best-sellers',
    originals: { 'white-gold': 1815 },
    title: { en: 'Round tennis bracelet', ru: 'Теннисный браслет с круглыми муассанитами' },
    subtitle: { en: 'Round stones in one unbroken line', ru: 'Круглые камни в одной непрерывной линии' },
    description: {
      en: 'Matched round moissanites, each in four claws and hinged to the next, so that the bracelet lies like silk. 17.5 cm, with a second catch.',
      ru: 'Подобранные друг к другу круглые муассаниты, каждый в четырёх крапанах и на шарнире: браслет ложится как шёлк. 17,5 см, замок с дополнительной защёлкой.',
    },
  },
  {
    handle: 'oval-tennis-bracelet',
    media: 'bracelet-tennis-oval',
    grams: 11,
    originals: { 'yellow-gold': 2165 },
    title: { en: 'Oval tennis bracelet', ru: 'Теннисный браслет с овальными муассанитами' },
    subtitle: { en: 'Ovals end to end in yellow gold', ru: 'Овалы друг за другом в жёлтом золоте' },
    description: {
      en: 'Oval moissanites laid end to end, so that the line is broader and softer than with round stones. 17.5 cm.',
      ru: 'Овальные муассаниты уложены друг за другом, и линия получается шире и мягче, чем с круглыми камнями. 17,5 см.',
    },
  },
  {
    handle: 'pave-bangle',
    media: 'bracelet-bangle-pave-round',
    grams: 12,
    collection: 'trending',
    originals: { 'rose-gold': 1565 },
    title: { en: 'Pavé bangle', ru: 'Жёсткий браслет с дорожкой паве' },
    subtitle: { en: 'A row of stones across the top', ru: 'Дорожка камней сверху' },
    description: {
      en: 'A slim oval bangle in rose gold with a row of round moissanites across the top. The hinge and clasp are hidden in its side.',
      ru: 'Тонкий овальный браслет из розового золота с дорожкой круглых муассанитов сверху. Шарнир и замок спрятаны сбоку.',
    },
  },
  {
    handle: 'polished-bangle',
    media: 'bracelet-bangle',
    grams: 12,
    collection: 'new-in',
    originals: { 'yellow-gold': 1265 },
    title: { en: 'Polished bangle', ru: 'Гладкий жёсткий браслет' },
    subtitle: { en: 'A closed circle of yellow gold', ru: 'Цельный круг жёлтого золота' },
    description: {
      en: 'A plain bangle, oval to fit the wrist, polished all over. It rings softly against its neighbours.',
      ru: 'Гладкий браслет овальной формы по запястью, отполированный со всех сторон. Тихо звенит рядом с другими.',
    },
  },
  {
    handle: 'station-bracelet',
    media: 'bracelet-station-round',
    grams: 3,
    originals: { 'yellow-gold': 565 },
    title: { en: 'Station bracelet', ru: 'Браслет-цепочка с муассанитами' },
    subtitle: { en: 'Five stones spaced along a chain', ru: 'Пять камней на тонкой цепочке' },
    description: {
      en: 'Five bezel-set moissanites, evenly spaced along a fine yellow gold chain that closes at 16 or 18 cm.',
      ru: 'Пять муассанитов в глухой закрепке через равные промежутки на тонкой цепочке из жёлтого золота. Застёгивается на 16 или 18 см.',
    },
  },
  {
    handle: 'charm-bracelet',
    media: 'bracelet-charm-round',
    grams: 5,
    collection: 'new-in',
    originals: { silver: 165 },
    title: { en: 'Charm bracelet', ru: 'Браслет-цепочка с подвеской' },
    subtitle: { en: 'A silver chain with one bright charm', ru: 'Серебряная цепочка с яркой подвеской' },
    description: {
      en: 'A sterling silver chain with a polished disc hung from it, and a round moissanite at the heart of the disc. An easy first present.',
      ru: 'Цепочка из серебра 925 пробы с гладким диском-подвеской и круглым муассанитом в его центре. Лёгкий первый подарок.',
    },
  },
]
