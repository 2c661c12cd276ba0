import type { Locale } from '#shared/i18n/locale.ts'

/** A query for a page, a price or an occasion, and what it has to find. */
export interface IntentRow {
  locale: Locale
  q: string
  /** The path of the first page, or of a section of it; or several that answer equally well. Null if none may come. */
  page?: string | readonly string[] | null
  /** The understood price in units of the currency: from, and up to or below. */
  price?: readonly [from: number | null, to: number | null]
  /** The handle of a product that is among the first three, or of the category of all three. */
  product?: string
}

const rowsOf = (locale: Locale, rows: Record<string, Omit<IntentRow, 'locale' | 'q'>>): IntentRow[] =>
  Object.entries(rows).map(([q, wants]) => ({ locale, q, ...wants }))

const RETURNS = '/policies/return-policy'
const TERMS = '/policies/terms-of-service'
const DELIVERY = ['/shipping', `${TERMS}#delivery`, `${TERMS}#доставка`]

export const INTENTS_TABLE: readonly IntentRow[] = [
  ...rowsOf('en', {
    returns: { page: RETURNS },
    'return policy': { page: RETURNS },
    'how do I send a ring back': { page: RETURNS },
    refund: { page: [`${RETURNS}#your-refund`, '/faq#when-will-i-get-my-money-back'] },
    exchange: { page: RETURNS },
    'my ring is broken': { page: `${RETURNS}#if-a-piece-is-faulty` },
    shipping: { page: DELIVERY },
    contact: { page: '/contact' },
    'email address': { page: '/contact' },
    certificate: { page: '/certificate' },
    warranty: { page: '/warranty' },
    guarantee: { page: '/warranty' },
    engraving: { page: '/contact' },
    resizing: { page: '/resizing' },
    'resize a ring': { page: '/resizing' },
    faq: { page: '/faq' },
    'sensitive skin': { page: '/faq#i-have-sensitive-skin-which-metal-should-i-choose' },
    'free shipping': { page: DELIVERY },
    'how long does delivery take': { page: DELIVERY },
    'customs duty': { page: `${TERMS}#prices` },
    'payment methods': { page: `${TERMS}#how-the-contract-is-made` },
    'ring size': { page: '/blogs/ring-sizes', product: 'rings' },
    'size chart': { page: '/blogs/ring-sizes' },
    'how do I measure my finger': { page: '/blogs/ring-sizes' },
    'track my order': { page: '/order/find' },
    'where is my order': { page: '/order/find' },
    'withdraw from contract': { page: '/order/withdraw' },
    'jewellery care': { page: '/blogs/caring-for-your-pieces' },
    'how to clean moissanite': { page: '/blogs/caring-for-your-pieces' },
    'moissanite vs diamond': { page: '/blogs/moissanite-and-diamond' },
    'conflict free': { page: '/blogs/where-stones-come-from' },
    'lab grown': { page: '/blogs/where-stones-come-from' },
    'about us': { page: '/ourStory' },
    'privacy policy': { page: '/policies/privacy-policy' },
    cookies: { page: '/policies/privacy-policy' },
    retruns: { page: RETURNS },
    shiping: { page: DELIVERY },
    'gift ideas': { page: '/guides/gifts' },
    anniversary: { page: '/guides/gifts/anniversaries' },
    'change currency': { page: '/country' },
    'rings under 1,000': { price: [null, 1000], product: 'rings', page: null },
    'under $500': { price: [null, 500] },
    'earrings to 500': { price: [null, 500], product: 'earrings' },
    'necklace from 500 to 700': { price: [500, 700], product: 'necklaces' },
    'between 200 and 400': { price: [200, 400] },
    'gold ring over 300': { price: [300, null], product: 'rings' },
    '$400-$700 earrings': { price: [400, 700], product: 'earrings' },
    'ring size 6 to 8': { page: '/blogs/ring-sizes' },
    'ring up to 1.5 carat': { product: 'rings' },
    'gift for mom under 500': { page: '/guides/gifts', price: [null, 500] },
    'mens ring': { product: 'plain-wedding-band', page: null },
    'for men': { product: 'plain-wedding-band' },
    'gift for him': { page: '/guides/gifts' },
    'gift for my husband': { page: '/guides/gifts', product: 'plain-wedding-band' },
    'what is moissanite': { page: '/blogs/moissanite-and-diamond' },
    moissanite: { page: null },
    'size 7 gold ring': { product: 'rings' },
    'gold neclace': { product: 'necklaces', page: null },
    'platinum ring': { product: 'rings', page: null },
    'engagement ring': { product: 'round-solitaire-ring', page: null },
    'silver earrings': { product: 'earrings', page: null },
  }),
  ...rowsOf('ru', {
    возврат: { page: RETURNS },
    'как вернуть кольцо': { page: RETURNS },
    'вернуть деньги': { page: `${RETURNS}#деньги` },
    контакты: { page: '/contact' },
    сертификат: { page: '/certificate' },
    гарантия: { page: '/warranty' },
    гравировка: { page: '/contact' },
    'изменить размер': { page: '/resizing' },
    обмен: { page: RETURNS },
    'кольцо сломалось': { page: `${RETURNS}#если-есть-изъян` },
    доставка: { page: DELIVERY },
    'сколько стоит доставка': { page: DELIVERY },
    оплата: { page: `${TERMS}#как-заключается-договор` },
    'размер кольца': { page: '/blogs/ring-sizes', product: 'rings' },
    'таблица размеров': { page: '/blogs/ring-sizes' },
    'как узнать размер кольца': { page: '/ring-size' },
    'где мой заказ': { page: '/order/find' },
    'отменить заказ': { page: '/order/withdraw' },
    уход: { page: '/blogs/caring-for-your-pieces' },
    'как чистить украшения': { page: '/blogs/caring-for-your-pieces' },
    'муассанит или бриллиант': { page: '/blogs/moissanite-and-diamond' },
    'о нас': { page: '/ourStory' },
    'персональные данные': { page: '/policies/privacy-policy' },
    возрат: { page: RETURNS },
    djpdhfn: { page: RETURNS },
    returns: { page: RETURNS },
    'идеи подарков': { page: '/guides/gifts' },
    'до 30000': { price: [null, 30_000] },
    'кольца до 1000': { price: [null, 1000], product: 'rings', page: null },
    'серьги от 400 до 700': { price: [400, 700], product: 'earrings' },
    'колье не дороже 700': { price: [null, 700], product: 'necklaces' },
    'до 30 тысяч рублей': { price: [null, 30_000] },
    'кольцо дешевле 1 000': { price: [null, 1000], product: 'rings' },
    'подарок маме до 500': { page: '/guides/gifts', price: [null, 500] },
    'мужское кольцо': { product: 'plain-wedding-band', page: null },
    'кольцо 18 размера': { product: 'rings' },
    'что такое муассанит': { page: '/blogs/moissanite-and-diamond' },
    муассанит: { page: null },
    'золотое колье': { product: 'necklaces', page: null },
  }),
]
