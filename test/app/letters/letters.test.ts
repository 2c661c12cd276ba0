import { readFile } from 'node:fs/promises'

import t from 'tap'

import { COLORS } from '#app/letters/paint.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import {
  openWritingRoom,
  PICTURE,
  PLACE,
  PREFERENCES,
  sampleHint,
  sampleLetters,
  SHOP_ORIGIN,
} from '#test/support/letters.ts'

const CYRILLIC = /[А-Яа-яЁё]/
const render = await openWritingRoom(t)

t.test('a reader is written to in one language, from the subject to the last line', async (t) => {
  for (const locale of LOCALES) {
    for (const letter of sampleLetters(locale)) {
      const { subject, html, text } = await render(letter, PLACE)
      t.match(html, `lang="${locale === 'ru' ? 'ru-RU' : 'en-US'}"`, letter.name)
      t.equal(CYRILLIC.test(subject), locale === 'ru', subject)
      t.equal(CYRILLIC.test(text), locale === 'ru', `the text of ${letter.name}`)
      t.notMatch(subject, /[\r\n]/)
      t.notMatch(html + text, /undefined|\[object|NaN/)
    }
  }
})

t.test('a letter leads to the shop and nowhere else, and asks nobody else for anything', async (t) => {
  for (const locale of LOCALES) {
    for (const letter of sampleLetters(locale)) {
      const { html, text } = await render(letter, { ...PLACE, preferencesUrl: PREFERENCES })
      const links = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = '']) => target)
      t.ok(links.length > 0)
      for (const link of links) t.ok(link.startsWith(`${SHOP_ORIGIN}/`), link)
      for (const [, source = ''] of html.matchAll(/<img[^>]* src="([^"]*)"/g)) t.equal(source, PICTURE)
      t.notMatch(html, /<script|<link|<form|@import|@font-face|url\(/, 'nothing is fetched but the pictures')
      for (const address of text.match(/\bhttps?:\S+/g) ?? []) t.ok(address.startsWith(`${SHOP_ORIGIN}/`), address)
    }
  }
})

t.test('who reads the text alone misses nothing', async (t) => {
  for (const locale of LOCALES) {
    for (const letter of sampleLetters(locale)) {
      const { html, text } = await render(letter, { ...PLACE, preferencesUrl: PREFERENCES })
      const flat = text.replace(/\s+/g, ' ')
      for (const [, link = ''] of html.matchAll(/ href="([^"]*)"/g)) {
        t.ok(text.includes(link.replaceAll('&amp;', '&')), `${letter.name}: ${link}`)
      }
      if (letter.name !== 'order-placed') continue
      const { lines, currency, address, delivery, total, subtotal, shipping, discount, tax } = letter.facts.order
      const amounts = [total, subtotal, shipping, -discount, tax, ...lines.map((line) => line.total)]
      const words = [...lines.map(({ title }) => title), ...address, delivery ?? '']
      for (const part of [...amounts.map((amount) => formatMoney(amount, currency, locale)), ...words]) {
        t.ok(text.includes(part) || flat.includes(part), part)
      }
      for (const line of text.split('\n')) t.ok(line.length <= 80 || line.includes('://'), line)
    }
  }
})

t.test('what a stranger typed is read as they typed it, and is nothing but words', async (t) => {
  const message = '<b>Look</b> & see\n"Tom\'s" <script>alert(1)</script>\n\nA. 👩‍👩‍👧 ❤️'
  const { html, text, subject } = await render(sampleHint({ message }), PLACE)
  t.notMatch(html, /<script|<b>/)
  t.match(html, '&lt;b&gt;Look&lt;/b&gt; &amp; see<br/>')
  t.match(text, /> <b>Look<\/b> & see\n> "Tom's" <script>alert\(1\)<\/script>\n>\s*\n> A\. 👩‍👩‍👧 ❤️/u)
  t.notMatch(subject, /Look/, 'an inbox shows words of ours alone')
})

t.test('a stranger cannot turn, hide, pile up or link anything under our name', async (t) => {
  const tricks = `abc\u202edef\u2066\u200b\u200b\ufeff\u00ad\u2800 H${'\u0301'.repeat(60)}!${'\n'.repeat(40)}end\u0000\u0007`
  const { text } = await render(sampleHint({ message: tricks }), PLACE)
  const quoted = text.split('\n').filter((line) => line.startsWith('>'))
  t.notMatch(quoted.join(''), /\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}|\p{Cc}/u)
  t.notMatch(quoted.join('\n'), /\p{M}{4}/u)
  t.ok(quoted.length <= 4, 'empty lines do not push the rest out of sight')

  const { html } = await render(
    sampleHint({ message: 'see http://evil.example/x, evil.example, evil。example or www.evil.example' }),
    PLACE,
  )
  const [, quotation = ''] = /<blockquote[^>]*>(.*?)<\/blockquote>/.exec(html) ?? []
  t.notMatch(quotation, /https?:\/\/|\w[.。]\w/, 'no mail client makes a link of it')
  t.equal(
    quotation.replaceAll('\u200b', ''),
    'see http://evil.example/x, evil.example, evil。example or www.evil.example',
  )
  const message = 'Write to security@paypal.com, mailto:a@b.example, tel:+15550100, 203.0.113.7/win or 4.you'
  const { html: other } = await render(sampleHint({ message }), PLACE)
  const [, contacts = ''] = /<blockquote[^>]*>(.*?)<\/blockquote>/.exec(other) ?? []
  t.notMatch(contacts, /\w[@.:][\w+]/, 'nor of an address to write to, to call, or of a machine')
  t.equal(contacts.replaceAll('\u200b', ''), message)
})

t.test('a hint names nobody: the address that its sender gave is not verified', async (t) => {
  for (const [locale, words] of [
    ['en', /Someone who knows you has found something/],
    ['ru', /Кто-то\sиз\sваших\sзнакомых\sприсмотрел/],
  ] as const) {
    // As an earlier version queued it.
    const facts = { message: 'Your account is closed.', from: 'security@paypal.com' }
    const { html, text, subject } = await render(sampleHint(facts, locale), PLACE)
    for (const part of [html, text, subject]) t.notMatch(part, /paypal|security/)
    t.match(text, words)
    t.match(text, locale === 'en' ? /in the sender’s own words:\s+> Your account/ : /записк[^>]*> Your account/)
  }
})

t.test('a hint without a message or a piece still makes sense', async (t) => {
  for (const locale of LOCALES) {
    const { html, text } = await render(sampleHint({ message: null, piece: null }, locale), PLACE)
    t.notMatch(html, /<blockquote|<img|null/)
    t.match(text, `${SHOP_ORIGIN}/${locale}/shop`)
    t.match(text, '/hints/stop?token=')
  }
})

t.test('who may choose what we write about is told where, and nobody else is', async (t) => {
  for (const letter of sampleLetters('en')) {
    const { text } = await render(letter, { ...PLACE, preferencesUrl: PREFERENCES })
    t.match(text, PREFERENCES, letter.name)
    t.notMatch((await render(letter, PLACE)).text, 'unsubscribe')
  }
})

t.test('letters have the colours of the shop', async (t) => {
  const css = await readFile(new URL('../../../src/app/styles/tokens.css', import.meta.url), 'utf8')
  for (const light of ['light', 'dark'] as const) {
    const [, rules = ''] = new RegExp(`@utility ${light}-tokens \\{([^}]*)\\}`).exec(css) ?? []
    for (const [name, color] of Object.entries(COLORS)) t.match(rules, `--${name}: ${color[light]};`)
  }
})
