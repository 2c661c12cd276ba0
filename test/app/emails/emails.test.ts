import { readFile } from 'node:fs/promises'

import t from 'tap'

import type { Email, EmailFacts, EmailName } from '#shared/email/email.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { COLORS } from '#shared/shop/colors.ts'
import {
  CARRIER_LINK,
  openEmailScenario,
  IMAGE,
  PLACE,
  PREFERENCES,
  sampleHint,
  sampleEmails,
  SHOP_ORIGIN,
} from '#test/support/emails.ts'

const CYRILLIC = /[А-Яа-яЁё]/
const render = await openEmailScenario(t)

t.test('an email is in one language, from the subject to the last line', async (t) => {
  for (const locale of LOCALES) {
    for (const mail of sampleEmails(locale)) {
      const { subject, html, text } = await render(mail, PLACE)
      t.match(html, `lang="${locale === 'ru' ? 'ru-RU' : 'en-US'}"`, mail.name)
      t.equal(CYRILLIC.test(subject), locale === 'ru', subject)
      t.equal(CYRILLIC.test(text), locale === 'ru', `the text of ${mail.name}`)
      t.notMatch(subject, /[\r\n]/)
      t.notMatch(html + text, /undefined|\[object|NaN/)
    }
  }
})

t.test('an email links only to the shop and loads nothing from other servers', async (t) => {
  for (const locale of LOCALES) {
    for (const mail of sampleEmails(locale)) {
      const { html, text } = await render(mail, { ...PLACE, preferencesUrl: PREFERENCES })
      const links = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = '']) => target)
      t.ok(links.length > 0)
      const isOurs = (link: string): boolean =>
        link.startsWith(`${SHOP_ORIGIN}/`) || (mail.name === 'order-shipped' && link === CARRIER_LINK)
      for (const link of links) t.ok(isOurs(link), link)
      for (const [, source = ''] of html.matchAll(/<img[^>]* src="([^"]*)"/g)) t.equal(source, IMAGE)
      t.notMatch(html, /<script|<link|<form|@import|@font-face|url\(/, 'only images are fetched')
      for (const address of text.match(/\bhttps?:\S+/g) ?? []) t.ok(isOurs(address), address)
    }
  }
})

t.test('what a visitor typed becomes no link in any email', async (t) => {
  const typed = 'see https://evil.example/verify or www.evil.example or a@evil.example'
  const factsOf = <Name extends EmailName>(name: Name) =>
    sampleEmails('en').find((mail) => mail.name === name)?.facts as EmailFacts[Name]
  const label = <Line extends object>(line: Line) => ({ ...line, label: typed })
  const { order, ...placed } = factsOf('order-placed')
  const { lines, ...withdrawn } = factsOf('withdrawal-received')
  const gift = { wrap: true, hide_prices: true, needed_by: null, message: typed }
  const asked = { name: typed, email: 'a@evil.example', message: typed, orderNumber: typed, product: null }
  const mails: Email[] = [
    sampleHint({ message: typed, senderName: typed }),
    {
      name: 'order-placed',
      locale: 'en',
      facts: { ...placed, order: { ...order, lines: order.lines.map(label), address: [typed], gift } },
    },
    {
      name: 'withdrawal-received',
      locale: 'en',
      facts: { ...withdrawn, lines: lines.map(label), reason: typed },
    },
    { name: 'contact-message', locale: 'en', facts: asked },
  ]
  for (const mail of mails) {
    const { subject, html, text } = await render(mail, PLACE)
    t.match(html + text, /evil/, mail.name)
    t.notMatch(subject + html + text, /:\/\/evil|\.evil|@evil|evil\.example/, mail.name)
  }
})

t.test('the text version is complete', async (t) => {
  for (const locale of LOCALES) {
    for (const mail of sampleEmails(locale)) {
      const { html, text } = await render(mail, { ...PLACE, preferencesUrl: PREFERENCES })
      const flat = text.replace(/\s+/g, ' ')
      for (const [, link = ''] of html.matchAll(/ href="([^"]*)"/g)) {
        t.ok(text.includes(link.replaceAll('&amp;', '&')), `${mail.name}: ${link}`)
      }
      if (mail.name !== 'order-placed') continue
      const { lines, currency, address, delivery, total, subtotal, shipping, discount, tax } = mail.facts.order
      const amounts = [total, subtotal, shipping, -discount, tax, ...lines.map((line) => line.total)]
      const texts = [...lines.map(({ title }) => title), ...address, delivery ?? '']
      for (const part of [...amounts.map((amount) => formatMoney(amount, currency, locale)), ...texts]) {
        t.ok(text.includes(part) || flat.includes(part), part)
      }
      for (const line of text.split('\n')) t.ok(line.length <= 80 || line.includes('://'), line)
    }
  }
})

t.test('the buyer sees whether the total includes the tax', async (t) => {
  for (const [taxInclusive, en, ru] of [
    [true, /Total \S+\s+Includes VAT €123\.45/, /Итого \S+ \S+ €\s+В том числе НДС 123,45 €/],
    [false, /Tax €123\.45\s+Total/, /Налог 123,45 €\s+Итого/],
  ] as const) {
    for (const [locale, texts] of [
      ['en', en],
      ['ru', ru],
    ] as const) {
      const email = orderPlaced(locale)
      const { order } = email.facts
      const taxed = { ...order, currency: 'EUR', taxInclusive }
      const { text } = await render({ ...email, facts: { ...email.facts, order: taxed } }, PLACE)
      t.match(text.replace(/[ \u00a0]+/g, ' '), texts, `${locale}, ${taxInclusive}`)
    }
  }
})

t.test('the buyer sees how to pay and when the order arrives, as far as that is known', async (t) => {
  const renderText = async (changes: Partial<EmailFacts['order-placed']>, locale: Locale = 'en') => {
    const email = orderPlaced(locale)
    const { html, text } = await render({ ...email, facts: { ...email.facts, ...changes } }, PLACE)
    return { html, text: text.replace(/\s+/g, ' ') }
  }
  const due = await renderText({})
  t.match(due.text, /PAYMENT Pay by invoice: \S+14,708\.67 Payment reference: K7QM-4T2X-5 Pay by: 29 November 2026/i)
  t.match(due.text, 'We’ll email our bank details to this address within one working day.')
  t.match(due.text, /ESTIMATED ARRIVAL Mon 30 Nov – Thu 3 Dec If you pay as soon as you get our bank details\./i)
  t.match(
    (await renderText({}, 'ru')).text,
    /30 ноября – 3 декабря Эти даты верны, если вы оплатите заказ, как только получите реквизиты\./,
  )

  const instructions = 'Account holder: Example Ltd\nIBAN: GB00 EXAM 0000\n'
  const text = await renderText({
    payment: { method: 'invoice', state: 'due', amount_due: 1_470_867, amount_refunded: 0, instructions },
  })
  t.match(text.text, /Account holder: Example Ltd IBAN: GB00 EXAM 0000 Please include the payment reference/)
  t.match(text.text, 'If we receive your payment by 23 November 2026.')
  t.notMatch(text.text, 'We’ll email our bank details')

  const heldUntil = null
  const arrival = { earliest: '2026-11-30', latest: '2026-12-03', if_paid_on: null }
  const paid = await renderText({
    heldUntil,
    arrival,
    payment: { method: 'paypal', state: 'paid', amount_due: 0, amount_refunded: 0 },
  })
  t.match(paid.text, /Paid with PayPal: \S+14,708\.67\. There’s nothing more to pay\./)
  t.notMatch(paid.text, /invoice|reference|We’ll hold|If we receive|If you pay/)
  const free = await renderText({
    heldUntil,
    arrival: null,
    payment: { method: 'other', state: 'none', amount_due: 0, amount_refunded: 0 },
  })
  t.match(free.text, 'There’s nothing to pay.')
  t.notMatch(free.text, /arrival/i, 'no arrival is promised if it is not known')
})

t.test('untrusted text is shown as typed and never as markup', async (t) => {
  const message = '<b>Look</b> & see\n"Tom\'s" <script>alert(1)</script>\n\nA. 👩‍👩‍👧 ❤️'
  const { html, text, subject } = await render(sampleHint({ message }), PLACE)
  t.notMatch(html, /<script|<b>/)
  t.match(html, '&lt;b&gt;Look&lt;/b&gt; &amp; see<br/>')
  t.match(text, /> <b>Look<\/b> & see\n> "Tom's" <script>alert\(1\)<\/script>\n>\s*\n> A\. 👩‍👩‍👧 ❤️/u)
  t.notMatch(subject, /Look/, 'the subject contains no untrusted text')
})

t.test('untrusted text cannot change the direction, hide characters, stack marks or create links', async (t) => {
  const tricks = `abc\u202edef\u2066\u200b\u200b\ufeff\u00ad\u2800 H${'\u0301'.repeat(60)}!${'\n'.repeat(40)}end\u0000\u0007`
  const { text } = await render(sampleHint({ message: tricks }), PLACE)
  const quoted = text.split('\n').filter((line) => line.startsWith('>'))
  t.notMatch(quoted.join(''), /\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}|\p{Cc}/u)
  t.notMatch(quoted.join('\n'), /\p{M}{4}/u)
  t.ok(quoted.length <= 4, 'empty lines are collapsed')

  const { html } = await render(
    sampleHint({ message: 'see http://evil.example/x, evil.example, evil。example or www.evil.example' }),
    PLACE,
  )
  const [, quotation = ''] = /<blockquote[^>]*>(.*?)<\/blockquote>/.exec(html) ?? []
  t.notMatch(quotation, /https?:\/\/|\w[.。]\w/, 'no mail client can turn it into a link')
  t.equal(
    quotation.replaceAll('\u200b', ''),
    'see http://evil.example/x, evil.example, evil。example or www.evil.example',
  )
  const message = 'Write to security@paypal.com, mailto:a@b.example, tel:+15550100, 203.0.113.7/win or 4.you'
  const { html: other } = await render(sampleHint({ message }), PLACE)
  const [, contacts = ''] = /<blockquote[^>]*>(.*?)<\/blockquote>/.exec(other) ?? []
  t.notMatch(contacts, /\w[@.:][\w+]/, 'nor email addresses, phone numbers or IP addresses')
  t.equal(contacts.replaceAll('\u200b', ''), message)
})

t.test('a hint never shows the address of its sender, which is not verified', async (t) => {
  for (const [locale, texts] of [
    ['en', /Someone who knows you has found something/],
    ['ru', /Кто-то\sиз\sваших\sзнакомых\sприсмотрел/],
  ] as const) {
    const facts = { message: 'Your account is closed.', senderName: null, from: 'security@paypal.com' }
    const { html, text, subject } = await render(sampleHint(facts, locale), PLACE)
    for (const part of [html, text, subject]) t.notMatch(part, /paypal|security/)
    t.match(text, texts)
    t.match(text, locale === 'en' ? /in the sender’s own words:\s+> Your account/ : /Записка[^>]*> Your account/)
  }
})

t.test('a hint without a message or a product still makes sense', async (t) => {
  for (const locale of LOCALES) {
    const { html, text } = await render(sampleHint({ message: null, piece: null }, locale), PLACE)
    t.notMatch(html, /<blockquote|<img|null/)
    t.match(text, `${SHOP_ORIGIN}/${locale}/shop`)
    t.match(text, '/hints/stop?token=')
  }
})

t.test('only emails with a preferences URL link to the preferences', async (t) => {
  for (const mail of sampleEmails('en')) {
    const { text } = await render(mail, { ...PLACE, preferencesUrl: PREFERENCES })
    t.match(text, PREFERENCES, mail.name)
    t.notMatch((await render(mail, PLACE)).text, 'unsubscribe')
  }
})

t.test('emails have the colors of the shop', async (t) => {
  const css = await readFile(new URL('../../../src/app/styles/tokens.css', import.meta.url), 'utf8')
  for (const light of ['light', 'dark'] as const) {
    const [, rules = ''] = new RegExp(`@utility ${light}-tokens \\{([^}]*)\\}`).exec(css) ?? []
    for (const [name, color] of Object.entries(COLORS)) t.match(rules, `--${name}: ${color[light]};`)
  }
})

function orderPlaced(locale: Locale) {
  const email = sampleEmails(locale).find(({ name }) => name === 'order-placed')
  if (email?.name !== 'order-placed') throw new Error('there is no such email')
  return email
}

t.test('the buyer reads what staff did with the order, and is not told more than happened', async (t) => {
  const read = async (email: Email) => (await render(email, PLACE)).text.replace(/\s+/g, ' ')
  const change = <Name extends EmailName>(name: Name, locale: Locale, facts: Partial<EmailFacts[Name]> = {}): Email => {
    const found = sampleEmails(locale).find((one) => one.name === name)
    return { ...found, facts: { ...found?.facts, ...facts } } as Email
  }
  const shipped = await read(change('order-shipped', 'en'))
  t.match(shipped, /Your order is on its way\. TRACKING NUMBER RR 123 456 https:\/\/post\.example\/track\?n=RR123456/i)
  t.match(shipped, /ESTIMATED ARRIVAL Mon 30 Nov – Thu 3 Dec/i)
  t.match(await read(change('order-shipped', 'ru')), /Ваш заказ уже в пути\. НОМЕР ДЛЯ ОТСЛЕЖИВАНИЯ RR 123 456/i)
  const part = await read(change('order-shipped', 'en', { isPart: true, tracking: [], arrival: null, delivery: null }))
  t.match(part, 'Part of your order is on its way. We’ll write again when the rest is sent.')
  t.notMatch(part, /tracking|arrival|delivery method/i)

  t.match(await read(change('order-refunded', 'en')), /We’ve refunded \S+4,708\.67\./)
  t.match(await read(change('order-refunded', 'ru')), /Мы вернули вам 4 708,67 \S+\./)

  t.match(
    await read(change('order-canceled', 'en')),
    /cancelled\. We’ve refunded \S+14,708\.67 to your original payment/,
  )
  const unpaid = await read(change('order-canceled', 'en', { refunded: 0 }))
  t.match(unpaid, 'You don’t owe us anything.')
  t.notMatch(unpaid, /refund/)
  t.match(await read(change('order-canceled', 'ru', { refunded: 0 })), 'Платить ничего не нужно.')
})
