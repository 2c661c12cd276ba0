import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { Client } from 'pg'
import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { formatMoney } from '#shared/money/format-money.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { mainText, seeHeading, visit } from '#test/support/browser.ts'
import {
  ageDeliveries,
  arrive,
  capture,
  deliver,
  pack,
  readAdminOrder,
  returnsOf,
  ship,
  takeOut,
} from '#test/support/deliveries.ts'
import { buy, type Purchase } from '#test/support/guests.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { hundredths, ordersOf, reportPlaced } from '#test/support/orders.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const mailServer = await openMailServer(t)
// This file places more orders by invoice than the limit of one network allows.
const SETTINGS = { ...mailServer.env, UNPAID_ORDER_LIMITS: 'off' }
const { commerce, ...shop } = await startOwnShop(t, { env: SETTINGS })
const proxy = await startBreakingProxy(t, commerce.medusaUrl)
const NO_SCRIPTS = { javaScriptEnabled: false }

interface PlacedOrder {
  id: string
  number: string
}

t.test('a buyer gets an email in the language of the purchase, with the total to the cent', async (t) => {
  const email = 'masha@shopper.example'
  await visit(t, shop.url, (page) => buy(page.request, shop.url, { email, lang: 'ru' }))
  const [order] = await ordersOf(commerce, email)
  if (!order) throw new Error('nothing was ordered')
  const mail = await mailServer.waitFor(email)

  t.equal(mail.subject, `Ваш заказ №\u00a0${order.custom_display_id}`)
  t.match(mail.html, '<html dir="ltr" lang="ru-RU">')
  const total = formatMoney(hundredths(order.total), order.currency_code, 'ru')
  for (const part of [mail.text, mail.html]) {
    t.match(part, total)
    t.match(
      part,
      order.shipping_subtotal === 0
        ? 'Бесплатно'
        : formatMoney(hundredths(order.shipping_subtotal), order.currency_code, 'ru'),
    )
    const flat = part?.replace(/\s+/g, ' ')
    t.match(flat, `Оплата по счёту: ${total.replace(/\s+/g, ' ')}`)
    t.match(flat, `Назначение платежа: ${order.custom_display_id}`)
    t.match(flat, /Оплатить до: \d+\s[а-я]+ \d{4}/)
    t.match(flat, /Когда ждать доставку.{0,400}?\d+(\s[а-я]+ –|–| – )\s?\d+\s[а-я]+/i)
    t.match(flat, '/ru/order/open?token=')
    t.match(part, 'Налог')
    t.match(part, formatMoney(hundredths(order.tax_total), order.currency_code, 'ru'), 'with the tax of New York')
    for (const item of order.items) {
      t.match(part, formatMoney(hundredths(item.subtotal), order.currency_code, 'ru'))
    }
    t.match(part, /[а-яё] золото · Размер\s\d/, 'a ring has the metal and size of its product page')
    t.match(part, 'Engine Street')
    t.match(part, 'Соединенные Штаты')
  }
  t.notMatch(mail.text, /undefined|null|\[object/)

  const images = [...(mail.html ?? '').matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, source = '']) => source)
  t.equal(images.length, order.items.length, 'every product has its image')
  for (const source of images) {
    const answer = await fetch(source)
    t.match([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'], source)
  }
})

t.test('a buyer withdraws from the chosen product, and once, however often the form is sent', async (t) => {
  const email = 'olga@shopper.example'
  const { id } = await buyFor(t, shop.url, email, async (page, order) => {
    await deliver(commerce, order.id)
    await page.goto('/ru/order/confirmation')
    await page.getByRole('link', { name: 'Отказаться от договора здесь' }).click()
    t.match(await mainText(page), /Отказаться можно\sдо\s.+\sвключительно/)
    await page.getByRole('checkbox').first().uncheck()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await page.getByRole('button', { name: 'Подтвердить отказ от договора' }).waitFor()
    const [product = '', choice = ''] = await page.locator('main li p').allInnerTexts()
    t.match(choice, /[а-яё] золото/)
    // A form sends each line break as two characters, so the text is longer than the page allows.
    const reason = `Мало мне${'\n'.repeat(15)}${'а'.repeat(970)}`
    await page.getByLabel('Расскажите, пожалуйста, почему').fill(reason)
    const statement = await page.locator('[name=statement]').inputValue()
    await page.getByRole('button', { name: 'Подтвердить отказ от договора' }).click()
    t.match(await page.getByRole('alert').innerText(), /получили ваш отказ/)
    t.match(await mainText(page), /Получено:\s\d+\s\S+\s\d+\sг\., \d\d:\d\d UTC/)

    const mail = await mailServer.waitFor(email, ({ subject }) => /отказ/.test(subject ?? ''))
    for (const part of [`${product} · ${choice}`.replace(/\s+/g, ' '), 'UTC', 'Мало мне', 'нужно вернуть'])
      t.match(mail.text?.replace(/\s+/g, ' '), part, 'the email contains the declaration')
    await until(async () => (await returnsOf(commerce, order.id)).length > 0)

    const again = await page.request.post('/api/orders/withdrawals', { data: { statement } })
    t.equal(again.status(), 200)
    t.equal(await page.getByRole('checkbox').count(), 1, 'the other product can still be withdrawn')
  })
  const returns = await returnsOf(commerce, id)
  t.same(
    returns.map(({ status, items }) => [status, items.map(({ quantity }) => quantity)]),
    [['requested', [1]]],
  )
  t.equal(mailServer.emails(email).filter(({ subject }) => /отказ/.test(subject ?? '')).length, 1)
})

t.test('a guest who finds the order withdraws before it is shipped, and the staff are notified', async (t) => {
  const email = 'kim@shopper.example'
  const order = await buyFor(t, shop.url, email)
  await reportPlaced(commerce, shop.url, order.id)
  await visit(t, shop.url, NO_SCRIPTS, async (page) => {
    await page.goto('/en/order/withdraw')
    await page.getByRole('link', { name: 'Find your order' }).click()
    await findOrder(page, order.number, email)
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    t.match(await mainText(page), 'up to 30 days after you receive your parcel')
    await withdraw(page)
    t.match(await mainText(page), 'There’s nothing left in this order to withdraw from.')
    t.match(await mainText(page), 'Until then, you can cancel it with the link in our email.')
    t.match((await staffCommand(commerce.databaseUrl)).output, '1 may still be taken back: do not ship these items')
    await letDayPass(commerce.databaseUrl, order.id)

    const waiting = await until(async () => {
      const result = await staffCommand(commerce.databaseUrl)
      return result.code === 3 && result
    })
    t.match(waiting.output, new RegExp(`order ${order.number} \\(${order.id}\\)`))
    t.match(waiting.output, /\n\s+1 × \S.+ · .+ gold · Size\s\d/, 'in the words of the page')
    t.match(waiting.output, 'do not send it')
    t.match(waiting.output, /\d\d:\d\d UTC/)
    const [id = ''] = /[\da-f-]{36}/.exec(waiting.output) ?? []
    t.match(waiting.output, `Mark it as resolved: npm run withdrawals -- done ${id}`)
    t.equal((await staffCommand(commerce.databaseUrl, 'done', id)).code, 0)
    t.equal((await staffCommand(commerce.databaseUrl)).code, 0)
    await page.goto('/en/order/withdraw')
    const after = await mainText(page)
    t.match(
      after,
      'There’s nothing left in this order to withdraw from.',
      'although the order still contains the products',
    )
    await takeOut(commerce, order.id)
    await page.goto('/en/order/withdraw')
    const edited = await mainText(page)
    t.match(edited, 'There’s nothing left in this order to withdraw from.', 'nor after the staff removed them')
  })
  t.match(
    (await mailServer.waitFor(email, isReceipt)).text?.replace(/\s+/g, ' '),
    'Anything we haven’t sent yet stays with us.',
  )
  t.same(await returnsOf(commerce, order.id), [])
})

t.test(
  'the staff are notified of a withdrawal that the backend rejects or does not process within an hour',
  async (t) => {
    const refused = randomUUID()
    await declare(commerce.databaseUrl, { id: refused, orderId: 'order_NONE', number: 77, pause: '0' })
    const report = await until(async () => {
      const { code, output } = await staffCommand(commerce.databaseUrl)
      return code === 3 && output.startsWith('1 for the staff') && output
    })
    t.match(report, /order 77 \(order_NONE\)\s+all of the order\s+the backend does not know this order/)
    t.equal((await staffCommand(commerce.databaseUrl, 'done', refused)).code, 0)

    const late = randomUUID()
    await declare(commerce.databaseUrl, { id: late, orderId: 'order_LATE', number: 78, pause: '1 hour' })
    const { code, output } = await staffCommand(commerce.databaseUrl)
    t.equal(code, 3)
    t.match(output, /^0 for the staff, 1 waiting for the backend/)
    t.match(output, /order 78 \(order_LATE\)\s+all of the order\s+has waited for the backend for over an hour/)
    await ask(commerce.databaseUrl, 'DELETE FROM storefront.withdrawals WHERE id = $1', [late])
  },
)

t.test('a buyer withdraws neither from a bespoke product nor after the deadline', async (t) => {
  const order = await buyFor(t, shop.url, 'late@shopper.example', async (page, { id }) => {
    await deliver(commerce, id)
    const [bespoke] = (await readAdminOrder(commerce, id)).items
    const body = { metadata: { bespoke: true } }
    await commerce.admin(`/admin/products/${bespoke?.product_id}`, { method: 'POST', body })
    await page.goto('/en/order/withdraw')
    t.match(await mainText(page), 'Made specially for you')
    t.equal(await page.getByRole('checkbox').count(), 1)
    const usual = { metadata: { bespoke: '' } }
    await commerce.admin(`/admin/products/${bespoke?.product_id}`, { method: 'POST', body: usual })
    await ageDeliveries(commerce, id, 32)
    await page.goto('/en/order/withdraw')
    t.match(await mainText(page), 'The last day to withdraw from this order was')
    t.equal(await page.getByRole('button', { name: 'Continue' }).count(), 0)
    await page.goto('/ru/order/withdraw')
    const output = await mainText(page)
    t.match(output, /можно\sбыло\sдо\s\d+\s[а-я]+\s\d{4}\sг\.\sвключительно\./u)
  })
  t.same(await returnsOf(commerce, order.id), [])
})

t.test('another visitor cannot withdraw for the buyer', async (t) => {
  let statement = ''
  const order = await buyFor(t, shop.url, 'mine@shopper.example', async (page) => {
    await page.goto('/en/order/withdraw')
    await page.getByRole('button', { name: 'Continue' }).click()
    statement = await page.locator('[name=statement]').inputValue()
    const forged = await page.request.post('/api/orders/withdrawals', { data: { statement: `${statement}A` } })
    t.equal(forged.status(), 400)
  })
  const stolen = await fetch(`${shop.url}/api/orders/withdrawals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ statement }),
  })
  t.equal(stolen.status, 403)
  t.same(await returnsOf(commerce, order.id), [])
})

t.test('a guest sees their order with masked data, and all of it by the link in its email', async (t) => {
  const email = 'vera@shopper.example'
  const order = await buyFor(t, shop.url, email)
  await reportPlaced(commerce, shop.url, order.id)
  const linkIn = (text = '', path: string) =>
    new RegExp(`https?://\\S+/order/${path}\\?token=[\\w.-]+`).exec(text)?.[0] ?? ''
  const confirmation = await mailServer.waitFor(email)
  t.match(linkIn(confirmation.text, 'open'), 'token=', 'the email that confirms the order has the link too')
  await visit(t, shop.url, NO_SCRIPTS, async (page) => {
    const main = page.locator('main')
    await page.goto('/en/order/find')
    await findOrder(page, order.number.toLowerCase().replaceAll('-', ' '), email)
    await page.waitForURL('**/en/order/found')
    t.match(await main.innerText(), 'v…@shopper.example')
    t.match(await main.innerText(), /Order status\s+Awaiting payment/i)
    t.match(await main.innerText(), 'our bank details to v…@shopper.example')
    t.notMatch(await page.content(), /Engine Street|Lovelace|vera@/)
    await page.getByRole('button', { name: 'Email me the link' }).click()
    t.match(await page.getByRole('alert').innerText(), 'we’ve sent a link')
    const mail = await mailServer.waitFor(email, ({ subject }) =>
      Boolean(subject?.startsWith('The link to your order')),
    )
    await page.goto(linkIn(mail.text, 'open'))
    t.notMatch(await page.content(), /Engine Street/, 'a scanner that follows the link opens nothing')
    await page.getByRole('button', { name: 'View order' }).click()
    await page.waitForURL('**/en/order/found')
    t.match(await main.innerText(), '12 Engine Street')
    t.match(await main.innerText(), 'We’ll hold your items until')
  })

  await t.test('the guest follows the order from payment to delivery', async (t) => {
    const sent = await buyFor(t, shop.url, 'nora@shopper.example')
    await reportPlaced(commerce, shop.url, sent.id)
    await visit(t, shop.url, NO_SCRIPTS, async (page) => {
      const main = page.locator('main')
      await page.goto('/en/order/find')
      await findOrder(page, sent.number, 'nora@shopper.example')
      await page.waitForURL('**/en/order/found')
      await capture(commerce, sent.id)
      await page.reload()
      t.match(await main.innerText(), /Paid: \$[\d,.]+\d\. There’s nothing more to pay/)
      await pack(commerce, sent.id)
      await ship(commerce, sent.id, [
        { tracking_number: 'RR123456', tracking_url: 'https://post.example/track?n=RR123456', label_url: '#' },
        { tracking_number: 'NO-PAGE', tracking_url: '#', label_url: '#' },
      ])
      await page.reload()
      t.match(await main.innerText(), /Order status\s+Shipped/i)
      const carrier = page.getByRole('link', { name: 'RR123456' })
      t.equal(await carrier.getAttribute('href'), 'https://post.example/track?n=RR123456')
      t.match(await carrier.getAttribute('rel'), 'noreferrer', 'the carrier does not learn the page of the order')
      t.match(await main.innerText(), 'NO-PAGE')
      t.equal(await page.getByRole('link', { name: 'NO-PAGE' }).count(), 0)
      await arrive(commerce, sent.id)
      await page.goto('/ru/order/found')
      t.match(await main.innerText(), /Статус заказа\s+Доставлен/i)
      t.notMatch(await main.innerText(), /Когда ждать доставку/i)
    })
  })

  await t.test('the buyer cancels a withdrawal that another person sent, by the link in the email', async (t) => {
    await visit(t, shop.url, NO_SCRIPTS, async (page) => {
      await page.goto('/en/order/find?for=withdrawal')
      await findOrder(page, order.number, email)
      await withdraw(page)
      t.notMatch(await page.content(), /vera@/)
    })
    const receipt = await mailServer.waitFor(email, isReceipt)
    t.match(receipt.text?.replace(/\s+/g, ' '), 'Until then, you can cancel it')
    await visit(t, shop.url, NO_SCRIPTS, async (page) => {
      await page.goto(linkIn(receipt.text, 'take-back'))
      await page.getByRole('button', { name: 'Cancel the withdrawal' }).click()
      await seeHeading(page, 'Your order still stands')
      await page.reload()
      t.match(await mainText(page), 'This withdrawal has been cancelled.')
    })
    t.same(await returnsOf(commerce, order.id), [])
  })
})

t.test('a withdrawal is accepted while the backend is down, and carried out once when it is back', async (t) => {
  // A storefront behind a connection that fails on demand.
  const proxied = await startOwnShop(t, { env: { ...SETTINGS, MEDUSA_URL: proxy.url } })
  const email = 'away@shopper.example'
  const { id } = await buyFor(t, proxied.url, email, async (page, order) => {
    await deliver(commerce, order.id)
    await page.goto('/en/order/withdraw')
    await page.getByRole('button', { name: 'Continue' }).click()
    // The return is created, but its response is lost.
    proxy.breakWrite(0, 'after')
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
    t.match(await page.getByRole('alert').innerText(), 'We have received your withdrawal.')
  })
  await mailServer.waitFor(email, isReceipt)
  const status = async () => {
    const answer = await fetch(`${proxied.url}/readyz`)
    return ((await answer.json()) as { withdrawals: { waiting: number; staff: number } }).withdrawals
  }
  const waitOut = async () => {
    await until(() => proxy.writes() > 0)
    await proxied.app.withdrawals.carryOut()
    const hurried = await skipLongPause(commerce.databaseUrl)
    t.equal(hurried, 1, 'a return that may still be made is not asked for again within a minute')
    proxy.breakWrite(undefined, 'after')
  }
  await waitOut()
  await until(async () => (await status()).waiting === 0, 20_000)
  t.same(await status(), { waiting: 0, staff: 0 }, 'nothing is left for the staff')
  t.equal((await returnsOf(commerce, id)).length, 1)
  t.equal(mailServer.emails(email).filter(isReceipt).length, 1)

  await t.test('two withdrawals from one product, one after the other, are both carried out', async (t) => {
    const twice = { email: 'twice@shopper.example', quantity: 2 }
    const order = await buyFor(t, proxied.url, twice, async (page, placed) => {
      await deliver(commerce, placed.id)
      const [line] = (await readAdminOrder(commerce, placed.id)).items
      const statements: string[] = []
      while (statements.length < 2) {
        await page.goto(`/en/order/withdraw?order=placed&${line?.id}=1&chosen=1`)
        statements.push(await page.locator('[name=statement]').inputValue())
      }
      // The first one fails and has to wait until the second one is declared.
      proxy.breakWrite(0, 'refused')
      for (const statement of statements) {
        const sent = await page.request.post('/api/orders/withdrawals', { data: { statement } })
        t.equal(sent.status(), 200)
      }
    })
    await waitOut()
    await until(async () => (await status()).waiting === 0, 20_000)
    t.same(await status(), { waiting: 0, staff: 0 })
    const returns = await returnsOf(commerce, order.id)
    t.same(
      returns.map(({ items }) => items.map(({ quantity }) => quantity)),
      [[1], [1]],
    )
  })

  await t.test('a guest who finds their order while the backend is down withdraws from all of it', async (t) => {
    const address = 'down@shopper.example'
    const order = await buyFor(t, shop.url, address)
    await deliver(commerce, order.id)
    await proxy.goAway()
    await visit(t, proxied.url, NO_SCRIPTS, async (page) => {
      await page.goto('/en/order/find?for=withdrawal')
      await findOrder(page, order.number, address)
      await page.getByRole('button', { name: 'Confirm withdrawal' }).waitFor()
      t.match(await mainText(page), 'We can’t show the items in your order at the moment.')
      await page.getByLabel('Email used for the order').fill('other@shopper.example')
      await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
      await page.getByText('This order was placed with a different email address.').first().waitFor()
      await page.getByLabel('Email used for the order').fill(` ${address} `)
      await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
      await page.getByText('All items in this order').first().waitFor()
      t.match(await mainText(page), 'All items in this order')
    })
    t.match((await mailServer.waitFor(address, isReceipt)).text?.replace(/\s+/g, ' '), 'for all items in this order')
    await proxy.comeBack()
    await letDayPass(commerce.databaseUrl, order.id)
    const [back] = await until(async () => {
      const found = await returnsOf(commerce, order.id)
      return found.length > 0 && found
    }, 30_000)
    t.equal(back?.items.length, 2)
  })
})

async function buyFor(
  t: Test,
  origin: string,
  purchase: string | Purchase,
  body: (page: Page, order: PlacedOrder) => Promise<void> = async () => {},
): Promise<PlacedOrder> {
  let order: PlacedOrder | undefined
  await visit(t, origin, NO_SCRIPTS, async (page) => {
    await buy(page.request, origin, typeof purchase === 'string' ? { email: purchase } : purchase)
    order = ((await (await page.request.get('/api/orders/current')).json()) as { order: PlacedOrder }).order
    await body(page, order)
  })
  if (!order) throw new Error('nothing was ordered')
  return order
}

async function findOrder(page: Page, number: string, email: string): Promise<void> {
  await page.getByLabel('Order number').fill(number)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Find an order' }).click()
}

async function letDayPass(databaseUrl: string, orderId: string): Promise<void> {
  await ask(databaseUrl, 'UPDATE storefront.withdrawals SET due_at = now(), next_try_at = now() WHERE order_id = $1', [
    orderId,
  ])
}

async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await page.getByRole('alert').waitFor()
}

function isReceipt({ subject }: { subject?: string | undefined }): boolean {
  return subject?.startsWith('We have received your withdrawal') ?? false
}

async function staffCommand(databaseUrl: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const program = join(import.meta.dirname, '../../src/server/cli/withdrawals-command.ts')
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

async function declare(
  databaseUrl: string,
  { id, orderId, number, pause }: { id: string; orderId: string; number: number; pause: string },
): Promise<void> {
  const sql = `INSERT INTO storefront.withdrawals
    (id, order_id, number, locale, lines, open_lines, received_at, due_at, next_try_at)
    VALUES ($1, $2, $3, 'en', '[]', '[]', now() - interval '2 hours', now() - interval '2 hours', now() + $4::interval)`
  await ask(databaseUrl, sql, [id, orderId, number, pause])
}

async function skipLongPause(databaseUrl: string): Promise<number> {
  const sql = `UPDATE storefront.withdrawals SET next_try_at = now()
    WHERE state = 'waiting' AND next_try_at > now() + interval '1 minute'`
  return ask(databaseUrl, sql, [])
}

async function ask(databaseUrl: string, sql: string, values: unknown[]): Promise<number> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(sql, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
