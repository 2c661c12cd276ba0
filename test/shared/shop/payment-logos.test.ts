import t from 'tap'

import { logosOfProviders, PAYMENT_LOGOS } from '#shared/shop/payment-logos.ts'

const LOGOS_OF = {
  card: ['Visa', 'Amex', 'Mastercard', 'Maestro'],
  wallet: ['PayPal', 'Google Pay', 'Apple Pay', 'Visa'],
} as const

t.test('the logos are in the order of the list, without duplicates', async (t) => {
  t.same(PAYMENT_LOGOS, ['Amex', 'Apple Pay', 'Google Pay', 'Maestro', 'Mastercard', 'PayPal', 'Visa'])
  t.same(logosOfProviders(['wallet', 'card'], LOGOS_OF), PAYMENT_LOGOS)
})

t.test('a region shows the logos of its providers; a provider without logos adds none', async (t) => {
  t.same(logosOfProviders(['card', 'invoice'], LOGOS_OF), ['Amex', 'Maestro', 'Mastercard', 'Visa'])
  t.same(logosOfProviders(['invoice'], LOGOS_OF), [])
})
