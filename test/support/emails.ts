import { join } from 'node:path'

import type { Test } from 'tap'
import { createServer } from 'vite'

import type { Email, EmailFacts, EmailName, EmailContext } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { PageModule } from '#shared/page/page-module.ts'

export const SHOP_ORIGIN = 'https://shop.example'
export const PLACE: EmailContext = { brand: 'Lumenite', origin: SHOP_ORIGIN, preferencesUrl: null }
export const PREFERENCES = `${SHOP_ORIGIN}/en/newsletter/preferences?token=eyJhbGciOiJIUzI1NiJ9`
export const CARRIER_LINK = 'https://post.example/track?n=RR123456'
export const IMAGE = `${SHOP_ORIGIN}/_image/1280.jpg/ring-solitaire-round-yellow-gold-1.webp`

export async function openEmailScenario(t: Test): Promise<PageModule['renderEmail']> {
  const vite = await createServer({
    configFile: join(import.meta.dirname, '../../vite.config.ts'),
    server: { middlewareMode: true, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
  })
  t.teardown(() => vite.close())
  const { default: pages } = (await vite.ssrLoadModule('/index.tsx')) as { default: PageModule }
  return pages.renderEmail
}

export function sampleEmails(locale: Locale): Email[] {
  const facts = SAMPLES[locale]
  return (Object.keys(facts) as EmailName[]).map((name) => ({ name, locale, facts: facts[name] }) as Email)
}

export function sampleHint(changes: Partial<EmailFacts['gift-hint']>, locale: Locale = 'en'): Email {
  return { name: 'gift-hint', locale, facts: { ...SAMPLES[locale]['gift-hint'], ...changes } }
}

const SAMPLES: Record<Locale, EmailFacts> = {
  en: samples('en', {
    person: 'Ada Lovelace',
    message: 'I saw it again today.\nJust saying.\n\nA.',
    title: 'Round solitaire ring',
    alt: 'A solitaire ring on an ivory ground',
    price: '$1,199.00',
    options: [
      { title: 'Metal', value: 'Yellow gold' },
      { title: 'Ring size', value: '6' },
    ],
    label: 'Yellow gold · Size 6',
    second: 'Everyday studs',
    country: 'United States',
    delivery: 'Standard delivery',
    currency: 'USD',
  }),
  ru: samples('ru', {
    person: 'Ада Лавлейс',
    message: 'Сегодня снова на него смотрела.\nПросто говорю.\n\nА.',
    title: 'Кольцо с круглым камнем',
    alt: 'Кольцо с одним камнем на светлом фоне',
    price: '119\u00a0900,00\u00a0₽',
    options: [
      { title: 'Металл', value: 'Жёлтое золото' },
      { title: 'Размер кольца', value: '16,5' },
    ],
    label: 'Жёлтое золото · Размер 16,5',
    second: 'Серьги-гвоздики на каждый день',
    country: 'Россия',
    delivery: 'Обычная доставка',
    currency: 'RUB',
  }),
}

type Words = Record<
  'person' | 'message' | 'title' | 'alt' | 'price' | 'label' | 'second' | 'country' | 'delivery' | 'currency',
  string
> & { options: { title: string; value: string }[] }

function samples(locale: Locale, words: Words): EmailFacts {
  const { title, alt, price, options, message, label, second, country, delivery, currency } = words
  const home = `${SHOP_ORIGIN}/${locale}`
  const shopUrl = `${home}/shop`
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJ0IjoxfQ'
  const at = '2026-11-22T17:40:00.000Z'
  const heldUntil = '2026-11-29T17:40:00.000Z'
  const url = `${shopUrl}/product/round-solitaire-ring?metal=yellow-gold&size=6`
  const piece = { title, url, picture: { url: IMAGE, alt }, price, options }
  const orderNumber = 'K7QM-4T2X-5'
  const order = { orderNumber, orderUrl: `${home}/order/open?token=order_01ABC.t1.eyJ0IjoxfQ` }
  const stockUrl = `${home}/back-in-stock/requests?token=${token}`
  return {
    'confirm-subscription': { confirmUrl: `${home}/newsletter/confirm?token=${token}` },
    welcome: { shopUrl },
    'gift-hint': { message, senderName: null, piece, shopUrl, stopUrl: `${home}/hints/stop?token=${token}` },
    'confirm-stock-alert': { piece, confirmUrl: stockUrl },
    'back-in-stock': { piece, stopUrl: stockUrl },
    'account-link': { purpose: 'sign-in', url: `${home}/account/link?token=eyJhbGciOiJIUzI1NiJ9`, minutes: 15 },
    'account-notice': { kind: 'new-device', device: 'Firefox, Linux', at, accountUrl: `${home}/account` },
    'account-email': { kind: 'changed', email: 'new@shopper.example', at, url: `${home}/contact` },
    'account-deletion': { kind: 'begun', due: '2026-12-06T17:40:00.000Z', url: `${home}/account` },
    'order-placed': {
      orderUrl: order.orderUrl,
      heldUntil,
      payment: { method: 'invoice', state: 'due', amount_due: 1_470_867, amount_refunded: 0 },
      arrival: { earliest: '2026-11-30', latest: '2026-12-03', if_paid_on: '2026-11-23' },
      order: {
        number: orderNumber,
        lines: [
          { title, label, quantity: 2, total: 239_800, picture: IMAGE },
          { title: second, label: null, quantity: 1, total: 1_234_567, picture: IMAGE },
        ],
        isEngraved: false,
        gift: null,
        subtotal: 1_474_367,
        discount: 5_000,
        shipping: 1_500,
        tax: 12_345,
        taxInclusive: true,
        total: 1_470_867,
        refunded: 0,
        currency,
        address: ['Ada Lovelace', '12 Engine Street', 'New York, NY 10001', country],
        delivery,
      },
    },
    'order-link': order,
    'order-lapsed': { orderNumber, heldUntil, shopUrl },
    'order-shipped': {
      ...order,
      isPart: false,
      delivery,
      tracking: [{ number: 'RR 123 456', url: CARRIER_LINK }],
      arrival: { earliest: '2026-11-30', latest: '2026-12-03', if_paid_on: null },
    },
    'order-refunded': { ...order, amount: 470_867, currency },
    'order-canceled': { ...order, refunded: 1_470_867, currency },
    'order-news': { orderNumber, total: 1_470_867, currency, dashboardUrl: `${SHOP_ORIGIN}/app/orders/order_01ABC` },
    'contact-message': {
      name: words.person,
      email: 'ada@shopper.example',
      message,
      orderNumber,
      product: { title, url },
    },
    'transfer-requested': {
      orderNumber,
      answerUrl: `${home}/order/transfer?order=order_01ABC&token=0b5c9a52-3d5f-4b0e-9d4f-0a8f6d6d4b1e`,
    },
    'withdrawal-received': {
      orderNumber,
      receivedAt: at,
      lines: [
        { title, label, quantity: 2 },
        { title: second, label: null, quantity: 1 },
      ],
      reason: message,
      comesBack: true,
      staysHere: true,
      takeBack: {
        url: `${home}/order/take-back?token=0b5c9a52.t1.eyJ0IjoxfQ`,
        until: '2026-11-23T17:40:00.000Z',
      },
    },
  }
}
