import t from 'tap'

import { logosOfProviders, PAYMENT_LOGOS } from '#shared/shop/payment-logos.ts'

const LOGOS_OF = {
  card: ['Visa', 'Amex', 'Mastercard', 'Maestro'],
  wallet: ['PayPal', 'Google Pay', 'Apple Pay', 'Visa'],
} as const

t.test('every logo of the set stands in the order of the list, once', async (t) => {
  t.same(PAYMENT_LOGOS, ['Amex', 'Apple Pay', 'Google Pay', 'Maestro', 'Mastercard', 'PayPal', 'Visa'])
  t.same(logosOfProviders(['wallet', 'card'], LOGOS_OF), PAYMENT_LOGOS)
})

t.test('a region shows what its providers take, and nothing of a provider without logos', async (t) => {
  t.same(logosOfProviders(['card', 'invoice'], LOGOS_OF), ['Amex', 'Maestro', 'Mastercard', 'Visa'])
  t.same(logosOfProviders(['invoice'], LOGOS_OF), [])
})
