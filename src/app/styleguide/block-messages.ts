import type { Locale } from '#shared/i18n/locale.ts'

const ENGLISH = {
  heading: 'A heading in the text',
  before: 'A paragraph with ',
  strong: 'weight',
  between: ', ',
  emphasis: 'emphasis',
  and: ' and ',
  link: 'a link to the shop',
  items: ['The first item of a list', 'The second, which is longer and shows how a line wraps below its own beginning'],
  quote: 'Something someone said, set apart.',
  columns: ['Size', 'Inside, mm', 'Around, mm'],
  store: 'A picture beside text',
  storeText: 'The part “store”: what the shop is, with a link to read more.',
  more: 'Our story',
  benefits: 'Benefits, one by one',
  benefit: 'Benefit',
  benefitText: 'A sample sentence or two. Scroll the row with a finger, the arrow keys or its buttons.',
  faqs: 'Questions',
  faq: 'What does a sample question ask?',
  answer: 'Nothing. It shows how an answer opens.',
  figures: 'Figures',
  figureTexts: ['of a sample', 'figures in a row', 'of them real', 'per cent air'],
  quotes: 'What customers say (samples)',
  quoteText: 'This is a sample; no customer said it.',
  quoteName: 'Sample',
  cards: 'Pieces within text',
  gallery: 'A gallery',
  galleryAlt: 'A ring from the shop',
  spotsAlt: 'A ring, a band and hoop earrings on ivory',
}

const RUSSIAN: typeof ENGLISH = {
  heading: 'Заголовок в тексте',
  before: 'Абзац, в котором есть ',
  strong: 'вес',
  between: ', ',
  emphasis: 'интонация',
  and: ' и ',
  link: 'ссылка на магазин',
  items: ['Первый пункт списка', 'Второй, подлиннее: видно, как строка продолжается под своим началом'],
  quote: 'Фраза, которую кто-то сказал, — отдельно от остального.',
  columns: ['Размер', 'Внутри, мм', 'Вокруг, мм'],
  store: 'Снимок рядом с текстом',
  storeText: 'Часть «store»: что это за магазин и куда идти дальше.',
  more: 'О нас',
  benefits: 'Преимущества по одному',
  benefit: 'Преимущество',
  benefitText: 'Одно-два предложения для образца. Ряд листается пальцем, стрелками и кнопками.',
  faqs: 'Вопросы',
  faq: 'О чём спрашивает вопрос-образец?',
  answer: 'Ни о чём. Он показывает, как открывается ответ.',
  figures: 'Числа',
  figureTexts: ['из образца', 'числа в ряду', 'из них настоящих', 'процентов воздуха'],
  quotes: 'Что говорят покупатели (образцы)',
  quoteText: 'Это образец: никто из покупателей этого не говорил.',
  quoteName: 'Образец',
  cards: 'Украшения в тексте',
  gallery: 'Галерея',
  galleryAlt: 'Кольцо из магазина',
  spotsAlt: 'Кольца и серьги-хупы на фоне цвета слоновой кости',
}

export type BlockMessages = typeof ENGLISH

export function blockMessages(locale: Locale): BlockMessages {
  return locale === 'ru' ? RUSSIAN : ENGLISH
}
