import type { Locale } from '#shared/i18n/locale.ts'

/**
 * The guide's own words. They stand here and not in the catalogs, which every shopper's browser loads, and are
 * read by the few who make this shop.
 */
const ENGLISH = {
  title: 'Style guide',
  intro:
    'A quiet room with good light: much space, few words, the piece large. Everything the shop is made of, in every state.',
  contents: 'Contents',
  light: 'Day',
  dark: 'Night',

  color: 'Colour',
  colorText:
    'Paper and ink. The figure is the contrast against paper, measured on this page: text needs 4.5, borders of controls and ornament that means something 3.',
  type: 'Type',
  typeText: 'Cormorant Garamond speaks, never below 22 px; Manrope explains. Both carry both alphabets.',
  display: 'A stone that keeps the light',
  text: 'Each ring is set by hand and leaves us in a gift box.',
  label: 'Small capitals',
  space: 'Space',
  spaceText:
    'Steps of 4 px. Sections breathe 96 to 128 px on a wide screen, 64 on a phone. Hairlines, not shadows; corners of 2 px.',

  buttons: 'Buttons',
  buttonsText:
    'One solid button a room. Outline for the second way, quiet for what may be overlooked. A busy button keeps its width and its name.',
  solid: 'Add to cart',
  outline: 'Drop a hint',
  quiet: 'Size guide',
  idle: 'Idle',
  hover: 'Pointed at',
  focus: 'Focused',
  disabled: 'Disabled',
  busy: 'Busy',
  tryBusy: 'Press me',
  tryBusyNote: 'Works for two seconds',

  fields: 'Fields',
  fieldsText: 'A real label above, what is wrong below, 48 px high. Boxes are 24 px in rows of 44.',
  filled: 'Filled',
  error: 'With an error',
  optional: 'Optional',
  select: 'One of a list',
  severalLines: 'Several lines',
  note: 'A few words from you',
  email: 'Email',
  emailValue: 'ada@example.com',
  emailError: 'Enter an email address, for example name@example.com.',
  apartment: 'Apartment',
  country: 'Country',
  countries: ['Finland', 'France', 'Georgia'],
  checkboxes: 'Boxes',
  radios: 'One of several',
  silver: 'Silver',
  metalHint: 'Rhodium-plated 925',
  ticked: 'Gift box',
  unticked: 'In stock',
  tickDisabled: 'Engraving',
  courier: 'Courier',
  courierHint: 'Two to four working days',
  pickup: 'Pick-up point',
  post: 'Post',

  messages: 'Messages',
  messagesText: 'What happened and what to do, in a breath. Heard as soon as seen.',
  plain: 'Plain',
  plainText: 'Delivery prices changed with the country. Please look at them again.',
  errorText: 'The piece was not added: only two are left. Choose a smaller quantity.',
  folds: 'Accordion',
  foldTitle: 'Care',
  foldText: 'Wash it in warm water with a drop of mild soap and dry it with a soft cloth.',
  foldClosed: 'Delivery and returns',
  way: 'Breadcrumbs',
  nothing: 'Empty state',
  nothingTitle: 'Nothing here yet',
  nothingText: 'The next pieces are on the bench. Meanwhile, see what we have made.',
  nothingLink: 'See all pieces',

  pictures: 'Pictures',
  imagesText:
    'Every picture has its size and a placeholder of a few pixels before its first byte. What is missing keeps its place in the same ivory.',
  loaded: 'Loaded',
  placeholder: 'Placeholder, while it loads',
  missing: 'Missing',
  skeletons: 'Skeleton of a card',
  icons: 'Icons',

  products: 'Pieces',
  productsText: 'The card has no box: the picture stands on the paper’s own ivory. The whole card is one link.',
  inStock: 'In stock',
  soldOut: 'Sold out',
  onSale: 'On sale',
  longTitle: 'The longest title',
  price: 'Price',
  priceFrom: 'The lowest of several',
  stock: 'Stock line',
  metals: 'Metals',

  drawers: 'Drawers',
  drawersText: 'They come in 280 ms, take the focus and give it back. Esc, the backdrop and the cross close them.',
  open: 'Open on the {side}',
  right: 'right',
  left: 'left',
  bottom: 'bottom',
  drawerTitle: 'A drawer',
  parts: 'Parts of a page',
  partsText:
    'What an author may put between words, by its name in Markdown. Everything below is a sample: no customer said it, no figure is measured.',

  drawerText: 'The page behind stands still and cannot be reached while this is open.',
}

export type GuideMessages = typeof ENGLISH

const RUSSIAN: GuideMessages = {
  title: 'Стиль',
  intro:
    'Тихая комната с хорошим светом: много воздуха, мало слов, украшение крупно. Всё, из чего сделан магазин, в каждом состоянии.',
  contents: 'Содержание',
  light: 'День',
  dark: 'Ночь',

  color: 'Цвет',
  colorText:
    'Бумага и чернила. Число — контраст с бумагой, измеренный на этой странице: тексту нужно 4,5, границам полей и значимым знакам — 3.',
  type: 'Шрифт',
  typeText: 'Cormorant Garamond говорит и не бывает мельче 22 px, Manrope объясняет. Оба знают обе азбуки.',
  display: 'Камень, который хранит свет',
  text: 'Каждое кольцо закрепляют вручную, и оно уезжает от нас в подарочной коробке.',
  label: 'Капитель',
  space: 'Воздух',
  spaceText:
    'Шаг 4 px. Между разделами 96–128 px на широком экране и 64 на телефоне. Волосные линии вместо теней, углы 2 px.',

  buttons: 'Кнопки',
  buttonsText:
    'Одна сплошная кнопка на комнату. Контурная — для второго пути, тихая — для того, что можно не заметить. Занятая кнопка сохраняет ширину и имя.',
  solid: 'Добавить в корзину',
  outline: 'Намекнуть о подарке',
  quiet: 'Как узнать размер',
  idle: 'Покой',
  hover: 'Под курсором',
  focus: 'В фокусе',
  disabled: 'Недоступна',
  busy: 'Занята',
  tryBusy: 'Нажмите',
  tryBusyNote: 'Работает две секунды',

  fields: 'Поля',
  fieldsText: 'Настоящая подпись сверху, ошибка снизу, высота 48 px. Флажки 24 px в строках по 44.',
  filled: 'Заполнено',
  error: 'С ошибкой',
  optional: 'Необязательное',
  select: 'Одно из списка',
  severalLines: 'Несколько строк',
  note: 'Несколько слов от Вас',
  email: 'Электронная почта',
  emailValue: 'ada@example.com',
  emailError: 'Введите адрес почты, например name@example.com.',
  apartment: 'Квартира',
  country: 'Страна',
  countries: ['Грузия', 'Финляндия', 'Франция'],
  checkboxes: 'Флажки',
  radios: 'Один из нескольких',
  silver: 'Серебро',
  metalHint: 'Проба 925, с родием',
  ticked: 'Подарочная коробка',
  unticked: 'В наличии',
  tickDisabled: 'Гравировка',
  courier: 'Курьер',
  courierHint: 'От двух до четырёх рабочих дней',
  pickup: 'Пункт выдачи',
  post: 'Почта',

  messages: 'Сообщения',
  messagesText: 'Что случилось и что делать, на одном дыхании. Слышны сразу, как видны.',
  plain: 'Обычное',
  plainText: 'Вместе со страной изменилась цена доставки. Посмотрите её ещё раз.',
  errorText: 'Украшение не добавлено: осталось только два. Выберите меньше.',
  folds: 'Складки',
  foldTitle: 'Уход',
  foldText: 'Мойте тёплой водой с каплей мягкого мыла и вытирайте мягкой тканью.',
  foldClosed: 'Доставка и возврат',
  way: 'Путь наверх',
  nothing: 'Пусто',
  nothingTitle: 'Здесь пока ничего нет',
  nothingText: 'Новые украшения ещё на верстаке. А пока посмотрите, что уже готово.',
  nothingLink: 'Все украшения',

  pictures: 'Снимки',
  imagesText:
    'Размер и несколько пикселей замены есть раньше первого байта снимка. Если снимка нет, его место остаётся того же цвета.',
  loaded: 'Загружен',
  placeholder: 'Замена, пока грузится',
  missing: 'Нет снимка',
  skeletons: 'Заготовка карточки',
  icons: 'Знаки',

  products: 'Украшения',
  productsText: 'У карточки нет рамки: снимок стоит на той же бумаге. Вся карточка — одна ссылка.',
  inStock: 'В наличии',
  soldOut: 'Продано',
  onSale: 'Со скидкой',
  longTitle: 'Самое длинное название',
  price: 'Цена',
  priceFrom: 'Наименьшая из нескольких',
  stock: 'Остаток',
  metals: 'Металлы',

  drawers: 'Шторки',
  drawersText: 'Выезжают за 280 мс, забирают фокус и возвращают его. Закрываются клавишей Esc, фоном и крестиком.',
  open: 'Открыть {side}',
  right: 'справа',
  left: 'слева',
  bottom: 'снизу',
  drawerTitle: 'Шторка',
  parts: 'Части страницы',
  partsText:
    'Что автор может поставить между слов, по имени в Markdown. Всё ниже — образцы: покупатели этого не говорили, числа ничего не измеряют.',

  drawerText: 'Страница позади стоит на месте и недоступна, пока шторка открыта.',
}

const TEXTS: Record<Locale, GuideMessages> = { en: ENGLISH, ru: RUSSIAN }

export function guideMessages(locale: Locale): GuideMessages {
  return TEXTS[locale]
}
