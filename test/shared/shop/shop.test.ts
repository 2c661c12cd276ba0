import t from 'tap'

import {
  IMAGE_WIDTHS,
  imageSrcSet,
  imageUrl,
  imageWidths,
  parseImageSource,
  versionedSource,
} from '#shared/images/image-url.ts'
import { contrastOf, parseRgb, toHex } from '#shared/shop/measure-color.ts'
import { logosOfProviders, PAYMENT_LOGOS } from '#shared/shop/payment-logos.ts'

t.test('the contrast ratio follows WCAG', async (t) => {
  const white = [255, 255, 255] as const
  t.equal(contrastOf([0, 0, 0], white), 21)
  t.equal(contrastOf(white, [0, 0, 0]), 21, 'in either order')
  t.equal(contrastOf(white, white), 1)
  t.equal(contrastOf([118, 118, 118], white).toFixed(2), '4.54')
  t.same(parseRgb('rgb(251, 248, 243)'), [251, 248, 243])
  t.equal(parseRgb('rgba(0, 0, 0, 0.6)'), undefined, 'a translucent color has no contrast of its own')
  t.equal(toHex([251, 8, 243]), '#fb08f3')
})

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

t.test('the URL of an image contains its width and name', async (t) => {
  t.equal(imageUrl('ring-halo-round-rose-gold-1.webp', 640), '/_image/640/ring-halo-round-rose-gold-1.webp')
})

t.test('the version of an image is part of its name and can be parsed', async (t) => {
  const source = versionedSource('ring-halo.webp', 'a-C_e9GhIj')
  t.equal(source, 'ring-halo.a-C_e9GhIj.webp')
  t.same(parseImageSource(source), { kind: 'media', name: 'ring-halo.webp', version: 'a-C_e9GhIj' })
  t.same(parseImageSource('ring-halo.webp'), { kind: 'media', name: 'ring-halo.webp', version: undefined })
  for (const text of ['ring.a-C_e9GhI.webp', 'ring.a-C_e9GhIjk.webp', 'ring..webp', 'ring.a/C_e9GhIj.webp'])
    t.equal(parseImageSource(text), undefined, text)
})

t.test('the URL of a backend image leads through the shop and can be parsed', async (t) => {
  const address = 'https://files.example.com/кольцо ring.png?v=2&x=~'
  const url = imageUrl(address, 1024)
  t.match(url, /^\/_image\/1024\/remote\/[A-Za-z0-9_-]+$/)
  const source = parseImageSource(url.replace('/_image/1024/', ''))
  t.same(source, { kind: 'remote', url: new URL(address) })
})

t.test('the widths include every breakpoint and nothing far beyond the source', async (t) => {
  t.same(imageWidths(1200), [320, 640, 768, 1024, 1280])
  t.same(imageWidths(1280), [320, 640, 768, 1024, 1280])
  t.same(imageWidths(2000), [320, 640, 768, 1024, 1280, 1536, 2048])
  t.same(imageWidths(9000), [...IMAGE_WIDTHS])
  const breakpoints = [320, 640, 768, 1024, 1280, 1536]
  t.same(IMAGE_WIDTHS, [...breakpoints, 2048, 2560, 3072], 'the wider ones are for a device pixel ratio of two')
  t.ok(breakpoints.every((width) => imageWidths(width).includes(width)))
  for (const source of [200, 320, 900, 1200, 2000]) t.ok(imageWidths(source).every((width) => width <= source * 2))
})

t.test('a srcset lists each size with its width', async (t) => {
  t.equal(imageSrcSet('a.webp', 600), '/_image/320/a.webp 320w, /_image/640/a.webp 640w')
})

t.test('an invalid URL has no image source', async (t) => {
  const refused = [
    '',
    '../secret.webp',
    'a/b.webp',
    'a.svg',
    '.webp',
    'remote/',
    'remote/%%%',
    `remote/${btoa('file:///etc/passwd')}`,
    `remote/${btoa('https://')}`,
    `remote/${btoa('not an address')}`,
  ]
  for (const text of refused) t.equal(parseImageSource(text), undefined, text)
})
