import type { Piece } from './piece.ts'

export const EARRINGS: readonly Piece[] = [
  {
    handle: 'round-stud-earrings',
    media: 'earrings-stud-round',
    grams: 2,
    collection: 'best-sellers',
    originals: { 'white-gold': 465, 'yellow-gold': 465 },
    title: { en: 'Round stud earrings', ru: 'Пусеты с круглыми муассанитами' },
    subtitle: { en: 'A pair of 5 mm stones', ru: 'Пара камней по 5 мм' },
    description: {
      en: 'Two matched round moissanites of 5 mm in four claws. Small enough for every day, bright enough for the rest.',
      ru: 'Два подобранных круглых муассанита по 5 мм в четырёх крапанах. Достаточно скромные на каждый день и достаточно яркие для остальных.',
    },
  },
  {
    handle: 'bezel-stud-earrings',
    media: 'earrings-stud-bezel-round',
    grams: 2,
    collection: 'new-in',
    originals: { 'rose-gold': 415 },
    title: { en: 'Bezel stud earrings', ru: 'Пусеты в глухой закрепке' },
    subtitle: { en: 'Round stones in a smooth rim', ru: 'Круглые камни в гладком ободке' },
    description: {
      en: 'Round moissanites held by a full rim of rose gold, flat against the ear. Comfortable to sleep in.',
      ru: 'Круглые муассаниты в сплошном ободке розового золота плотно прилегают к мочке. В них удобно даже спать.',
    },
  },
  {
    handle: 'cushion-halo-studs',
    media: 'earrings-stud-halo-cushion',
    grams: 3,
    originals: { 'yellow-gold': 665 },
    title: { en: 'Cushion halo studs', ru: 'Пусеты с ореолом и муассанитами «кушон»' },
    subtitle: { en: 'Cushion cuts framed in small stones', ru: '«Кушон» в оправе из мелких камней' },
    description: {
      en: 'Cushion-cut moissanites, each framed by a halo set in yellow gold. They match our cushion halo ring.',
      ru: 'Муассаниты огранки «кушон», каждый в ореоле из мелких камней, в жёлтом золоте. Пара к нашему кольцу с ореолом «кушон».',
    },
  },
  {
    handle: 'polished-hoop-earrings',
    media: 'earrings-hoop',
    grams: 4,
    collection: 'best-sellers',
    originals: { 'yellow-gold': 415, silver: 165 },
    title: { en: 'Polished hoop earrings', ru: 'Гладкие серьги-кольца' },
    subtitle: { en: 'Light tubes, 20 mm across', ru: 'Лёгкие, диаметром 20 мм' },
    description: {
      en: 'Hollow hoops, 20 mm across, polished until they look liquid. They close with a hinge and a click.',
      ru: 'Полые кольца диаметром 20 мм, отполированные до жидкого блеска. Замок на шарнире закрывается со щелчком.',
    },
  },
  {
    handle: 'pave-hoop-earrings',
    media: 'earrings-hoop-pave-round',
    grams: 4,
    collection: 'trending',
    originals: { 'white-gold': 715 },
    title: { en: 'Pavé hoop earrings', ru: 'Серьги-кольца с дорожкой паве' },
    subtitle: { en: 'Round stones along the hoop', ru: 'Круглые камни по всей дуге' },
    description: {
      en: 'Round moissanites follow the outside of the hoop, so that it shines wherever you are seen from.',
      ru: 'Круглые муассаниты идут по внешней стороне: серьги сияют, с какой стороны на Вас ни посмотреть.',
    },
  },
  {
    handle: 'pear-drop-earrings',
    media: 'earrings-drop-pear',
    grams: 3,
    originals: { 'yellow-gold': 615 },
    title: { en: 'Pear drop earrings', ru: 'Серьги-подвески с муассанитами «груша»' },
    subtitle: { en: 'Two drops that catch every lamp', ru: 'Две капли, что ловят каждый огонёк' },
    description: {
      en: 'Pear-cut moissanites hung point up under a small round stone, on a fine yellow gold wire. They swing just enough.',
      ru: 'Муассаниты огранки «груша» остриём вверх под маленьким круглым камнем, на тонкой дужке из жёлтого золота. Покачиваются ровно настолько, насколько нужно.',
    },
  },
  {
    handle: 'oval-halo-drop-earrings',
    media: 'earrings-drop-halo-oval',
    grams: 4,
    collection: 'new-in',
    originals: { 'white-gold': 865 },
    title: { en: 'Oval halo drop earrings', ru: 'Серьги-подвески с ореолом и овалом' },
    subtitle: { en: 'For one evening, or for many', ru: 'На один вечер или на многие' },
    description: {
      en: 'Oval moissanites in a halo of small stones, hung under a small round one. White gold keeps the light cool.',
      ru: 'Овальные муассаниты в ореоле мелких камней под маленьким круглым. Белое золото оставляет свет холодным.',
    },
  },
]
