import type { Piece } from './piece.ts'

export const RINGS: readonly Piece[] = [
  {
    handle: 'round-solitaire-ring', media: 'ring-solitaire-round', sized: true, grams: 3, collection: 'best-sellers',
    originals: { 'yellow-gold': 1165, 'white-gold': 1165, 'rose-gold': 1165 },
    title: { en: 'Round solitaire ring', ru: 'Кольцо-солитер с круглым муассанитом' },
    subtitle: { en: 'One round stone in six claws', ru: 'Один круглый камень в шести крапанах' },
    description: {
      en: 'The ring most people see when they think of a proposal. A 6.5 mm round moissanite sits high in six slim claws, so light reaches it from every side, and the band is plain and softly rounded inside.',
      ru: 'То самое кольцо, которое представляют, думая о предложении. Круглый муассанит 6,5 мм высоко поднят в шести тонких крапанах, и свет входит в него со всех сторон. Шинка гладкая, изнутри мягко скруглена.',
    },
  },
  {
    handle: 'oval-solitaire-ring', media: 'ring-solitaire-oval', sized: true, grams: 3, collection: 'best-sellers',
    originals: { 'white-gold': 1265 },
    title: { en: 'Oval solitaire ring', ru: 'Кольцо-солитер с овальным муассанитом' },
    subtitle: { en: 'An oval stone that lengthens the hand', ru: 'Овал, который удлиняет пальцы' },
    description: {
      en: 'An 8 × 6 mm oval on a narrow band: the same brilliance as a round stone, drawn out along the finger. Set low enough to wear with a plain band beside it.',
      ru: 'Овал 8 × 6 мм на узкой шинке: блеск круглого камня, вытянутый вдоль пальца. Посадка невысокая — рядом удобно носить обручальное кольцо.',
    },
  },
  {
    handle: 'pear-solitaire-ring', media: 'ring-solitaire-pear', sized: true, grams: 3, collection: 'trending',
    originals: { 'rose-gold': 1215 },
    title: { en: 'Pear solitaire ring', ru: 'Кольцо-солитер с муассанитом «груша»' },
    subtitle: { en: 'A drop of light on rose gold', ru: 'Капля света на розовом золоте' },
    description: {
      en: 'A pear-cut moissanite, round at one end and pointed at the other, held by five claws with the tip protected. Rose gold warms the white of the stone.',
      ru: 'Муассанит огранки «груша»: округлый с одной стороны и острый с другой, в пяти крапанах, острие надёжно закрыто. Розовое золото делает белизну камня теплее.',
    },
  },
  {
    handle: 'emerald-solitaire-ring', media: 'ring-solitaire-emerald', sized: true, grams: 4, collection: 'trending',
    originals: { platinum: 1965 },
    title: { en: 'Emerald-cut solitaire ring', ru: 'Кольцо-солитер с муассанитом изумрудной огранки' },
    subtitle: { en: 'Long, calm facets in platinum', ru: 'Длинные спокойные грани в платине' },
    description: {
      en: 'A step-cut stone flashes less and glows more: you look into it, as into water. Four claws at the corners and a platinum band that will not wear thin.',
      ru: 'Ступенчатая огранка не искрит, а светится: в неё смотришь, как в воду. Четыре крапана по углам и шинка из платины, которая не истончится с годами.',
    },
  },
  {
    handle: 'blue-cushion-solitaire-ring', media: 'ring-solitaire-blue-cushion', sized: true, grams: 3, collection: 'new-in',
    originals: { 'white-gold': 1365 },
    title: { en: 'Blue cushion solitaire ring', ru: 'Кольцо-солитер с синим муассанитом' },
    subtitle: { en: 'A sea-blue cushion cut', ru: 'Синий «кушон» морского оттенка' },
    description: {
      en: 'A cushion-cut moissanite in a deep, clear blue, set alone on white gold. Every stone is matched by eye, so no two are quite the same shade.',
      ru: 'Муассанит огранки «кушон» глубокого чистого синего цвета, один на белом золоте. Камни подбирают вручную, поэтому двух совсем одинаковых оттенков нет.',
    },
  },
  {
    handle: 'bezel-round-ring', media: 'ring-bezel-round', sized: true, grams: 4,
    originals: { silver: 215 },
    title: { en: 'Bezel-set round ring', ru: 'Кольцо с муассанитом в глухой закрепке' },
    subtitle: { en: 'Smooth all round, nothing to catch', ru: 'Гладкое со всех сторон, ни за что не цепляется' },
    description: {
      en: 'A round moissanite held by a full rim of sterling silver instead of claws. It sits low and catches on nothing, which makes it the ring for hands that are always busy.',
      ru: 'Круглый муассанит, которого держит не крапан, а сплошной ободок серебра 925 пробы. Посадка низкая, цепляться нечему: кольцо для тех, чьи руки всегда заняты.',
    },
  },
  {
    handle: 'round-halo-ring', media: 'ring-halo-round', sized: true, grams: 4,
    originals: { 'rose-gold': 1465 },
    title: { en: 'Round halo ring', ru: 'Кольцо с ореолом и круглым муассанитом' },
    subtitle: { en: 'A round stone in a circle of small ones', ru: 'Круглый камень в кольце маленьких' },
    description: {
      en: 'Sixteen small stones around a 6 mm round moissanite make one wide, even light. The halo is set close, with no gap between it and the centre.',
      ru: 'Шестнадцать маленьких камней вокруг круглого муассанита 6 мм сливаются в одно широкое ровное сияние. Ореол посажен вплотную, без зазора.',
    },
  },
  {
    handle: 'cushion-halo-ring', media: 'ring-halo-cushion', sized: true, grams: 4, collection: 'trending',
    originals: { 'white-gold': 1565, 'yellow-gold': 1565 },
    title: { en: 'Cushion halo ring', ru: 'Кольцо с ореолом и муассанитом «кушон»' },
    subtitle: { en: 'Soft corners, pavé shoulders', ru: 'Мягкие углы и дорожка паве' },
    description: {
      en: 'A cushion-cut centre, its halo and a line of pavé down each shoulder. The corners are rounded, so the ring looks generous without looking heavy.',
      ru: 'Центральный камень огранки «кушон», ореол и дорожка паве на каждом плече. Углы скруглены, и кольцо выглядит щедро, но не тяжело.',
    },
  },
  {
    handle: 'princess-pave-ring', media: 'ring-pave-princess', sized: true, grams: 4, collection: 'new-in',
    originals: { 'white-gold': 1415 },
    title: { en: 'Princess pavé ring', ru: 'Кольцо паве с муассанитом «принцесса»' },
    subtitle: { en: 'A square stone on a band of light', ru: 'Квадратный камень на дорожке света' },
    description: {
      en: 'A square princess cut with guarded corners, on a band set with small round moissanites half the way round. Comfortable to wear alone or under a plain band.',
      ru: 'Квадратная огранка «принцесса» с защищёнными углами на шинке, до половины усыпанной мелкими круглыми муассанитами. Хорошо и одно, и в паре с гладким кольцом.',
    },
  },
  {
    handle: 'round-eternity-ring', media: 'ring-eternity-round', sized: true, grams: 3, collection: 'best-sellers',
    originals: { 'white-gold': 965, 'yellow-gold': 965 },
    title: { en: 'Round eternity band', ru: 'Кольцо-дорожка с круглыми муассанитами' },
    subtitle: { en: 'Stones the whole way round', ru: 'Камни по всему кругу' },
    description: {
      en: 'Twenty-four round moissanites of 2 mm share their claws, so almost no metal shows. Because the stones go all the way round, this band cannot be resized: please measure twice.',
      ru: 'Двадцать четыре круглых муассанита по 2 мм в общих крапанах: металла почти не видно. Камни идут по всему кругу, поэтому изменить размер нельзя — измерьте палец дважды.',
    },
  },
  {
    handle: 'oval-three-stone-ring', media: 'ring-three-stone-oval', sized: true, grams: 4,
    originals: { 'yellow-gold': 1665 },
    title: { en: 'Oval three-stone ring', ru: 'Кольцо с тремя камнями и овалом в центре' },
    subtitle: { en: 'An oval between two rounds', ru: 'Овал между двумя круглыми камнями' },
    description: {
      en: 'An oval moissanite with a round stone at each side, graded so that the three read as one line. Yellow gold, polished by hand.',
      ru: 'Овальный муассанит и по круглому камню с каждой стороны, подобранные так, что все три читаются одной линией. Жёлтое золото ручной полировки.',
    },
  },
  {
    handle: 'emerald-three-stone-ring', media: 'ring-three-stone-emerald', sized: true, grams: 5,
    originals: { platinum: 2465 },
    title: { en: 'Emerald three-stone ring', ru: 'Кольцо с тремя камнями изумрудной огранки' },
    subtitle: { en: 'A step-cut centre between two pears', ru: 'Изумрудная огранка между двумя «грушами»' },
    description: {
      en: 'An emerald-cut moissanite held between two pear-cut stones that point away from it. Platinum, with claws fine enough to disappear.',
      ru: 'Муассанит изумрудной огранки между двумя «грушами», обращёнными остриями наружу. Платина и такие тонкие крапаны, что их почти не видно.',
    },
  },
  {
    handle: 'plain-wedding-band', media: 'ring-wedding-plain', sized: true, grams: 4, collection: 'best-sellers',
    originals: { 'yellow-gold': 615, 'rose-gold': 615, platinum: 1065 },
    title: { en: 'Plain wedding band', ru: 'Гладкое обручальное кольцо' },
    subtitle: { en: '3 mm, rounded inside and out', ru: '3 мм, скруглённое внутри и снаружи' },
    description: {
      en: 'A plain band, 3 mm wide and rounded on the inside so that you forget you wear it. Made for every day of a long time.',
      ru: 'Гладкое кольцо шириной 3 мм, скруглённое изнутри так, что его перестаёшь замечать. На каждый день и надолго.',
    },
  },
]
