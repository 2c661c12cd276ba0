import { execFile } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { EMBEDDED_PUBLISHABLE_KEY } from '#dev/embedded-commerce.ts'
import { freePort } from '#dev/processes/ports.ts'
import { readRunningShop } from '#server/main/running-shop.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { listProducts } from '#test/server/shop-server.ts'
import { visit } from '#test/support/browser.ts'
import { SEEDED, withCalls } from '#test/support/commerce.ts'
import { createDatabaseBeside } from '#test/support/databases.ts'
import { cancelParcel, capture, pack, receiveAll, refund, requestReturn, ship } from '#test/support/deliveries.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { describeModel, makeGlb } from '#test/support/make-glb.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

const BUILD_MS = 240_000
const BUYER = 'anna@shopper.example'
const STAFF = join(import.meta.dirname, '../../src/server/cli/staff-command.ts')
/** What a signed-out dashboard finds out by asking who is signed in. */
const SIGNED_OUT = /401 \(Unauthorized\)/
/** What a page reports when Medusa refuses to save. */
const REFUSED = /status of 400 \(Bad Request\)/
/** A library asks whether it may compile code, and goes without it. */
const NO_EVAL = /'script-src' was not explicitly set/
/** Medusa Admin shows the flags of countries from there. */
const FLAGS = /https:\/\/cdn\.jsdelivr\.net\/gh\/lipis\/flag-icons\//
/** Half a second of white, 16 × 16 px, as WebM. */
const FILM = Buffer.from(
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAGlEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHGTbuMU6uEElTDZ1OsggEMTbuMU6uEHFO7a1OsggGP7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBNgIRMYXZmV0GETGF2ZkSJiEB/QAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCGhVZfVlA4g4EBI+ODhB3NZQDgibCBELqBEJqBAhJUw2fRc3POY8CLY8WIAAAAAAAAAAFnyJhFo4dFTkNPREVSRIeLTGF2YyBsaWJ2cHhnyKJFo4hEVVJBVElPTkSHlDAwOjAwOjAwLjUwMDAwMDAwMAAAH0O2dajngQCjo4EAAIAQAgCdASoQABAAAEcIhYWIhYSIAgIADA1gAP7/o94AHFO7a5G7j7OBALeK94EB8YIBYvCBAw==',
  'base64',
)

// Builds the dashboard once, possibly on a slow machine.
t.setTimeout(1_200_000)
const shared = await sharedCommerce()
const database = await createDatabaseBeside(
  shared.superuserUrl,
  shared.shopDatabaseUrl,
  `dashboard_${process.pid}`,
  SEEDED,
)
t.teardown(database.drop)
const dataDir = join(shared.dataDir, 'dashboard-shop')
t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
const mail = await openMailServer(t)
// The mailbox of the buyer does not exist at first.
mail.faults.unknown = (address) => address === BUYER
const env = {
  DATA_DIR: dataDir,
  ...mail.env,
  PORT: String(await freePort(0, 'PORT')),
  COMMERCE_PORT: String(await freePort(0, 'COMMERCE_PORT')),
  COMMERCE_DATABASE_URL: database.url,
  DASHBOARD: 'on',
  LOG_LEVEL: 'error',
}
const medusa = `http://127.0.0.1:${env.COMMERCE_PORT}`
const dashboard = `${medusa}/app`

async function statusOf(method: string, path: string, headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(`${medusa}${path}`, { method, headers }, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
    .on('error', reject)
    .end()
  return promise
}

/** Runs `npm run staff` for the running shop. @returns the exit code, and all that it prints */
async function staff(...args: string[]): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [STAFF, ...args],
      { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, printed: `${out}${err}` }),
    ),
  )
}

async function signIn(email: string, password: string): Promise<number> {
  const response = await fetch(`${medusa}/auth/user/emailpass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return response.status
}

t.test('the first start', async (t) => {
  const shop = startShopProcess(t, { env })
  const origin = await shop.ready()
  const [, email = '', password = ''] = await until(() => /Sign in as (\S+), password (\S+)/.exec(shop.output()))
  const backOffice = readRunningShop(dataDir)?.backOffice

  await t.test('a merchant who opens the dashboard before it is built is told to come back', async (t) => {
    t.match(shop.output(), `Dashboard ${dashboard}`)
    const early = await fetch(dashboard)
    t.equal(early.status, 503)
    t.ok(Number(early.headers.get('retry-after')) > 0)
    t.match(await early.text(), /not built yet/)
  })

  const commerce = withCalls({
    ...shared,
    dataDir,
    medusaUrl: medusa,
    publishableKey: EMBEDDED_PUBLISHABLE_KEY,
    adminKey: backOffice?.key ?? '',
  })
  const [variantId = ''] = await listProducts(commerce, 1)
  const placeOrder = async (address: string) => {
    const shopper = createHttpShopper()
    const cart = await readyCart(async (...call) => shopper.call(origin, ...call), { variantId, email: address })
    const { body } = await shopper.call(origin, 'POST', `/api/carts/${cart.id}/complete`, {})
    return (body as OrderAnswer).order
  }
  const order = await placeOrder(BUYER)
  const [line] = order.items

  const visitSignedIn = async (t: Test, body: (page: Page) => Promise<void>, expected: RegExp[] = []) =>
    visit(t, medusa, { firstVisit: true, expected: [NO_EVAL, FLAGS, ...expected] }, async (page) => {
      const answer = await page.request.post('/auth/user/emailpass', { data: { email, password } })
      const { token } = (await answer.json()) as { token: string }
      await page.request.post('/auth/session', { headers: { authorization: `Bearer ${token}` } })
      await body(page)
    })

  await t.test('the dashboard is built while the shop sells', async (t) => {
    await until(() => shop.output().includes(`Dashboard ready at ${dashboard}`), BUILD_MS)
    const page = await fetch(`${dashboard}/orders`)
    t.equal(page.status, 200)
    t.match(page.headers.get('content-security-policy'), "frame-ancestors 'none'")
    t.equal(page.headers.get('x-content-type-options'), 'nosniff')
    t.equal((await fetch(`${dashboard}/assets/none.js`)).status, 404)
    t.equal((await fetch(`${dashboard}/assets/..%2f..%2f..%2fcommerce-secrets.json`)).status, 404)
    t.equal(statSync(join(dataDir, 'commerce-secrets.json')).mode & 0o777, 0o600, 'the password is kept in private')
  })

  await t.test(
    'a merchant signs in with the printed password, sees an order and a product, and sends a refused email again',
    async (t) => {
      await visit(t, medusa, { firstVisit: true, expected: [SIGNED_OUT, NO_EVAL, FLAGS] }, async (page) => {
        await page.route(FLAGS, async (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }))
        await page.goto('/app')
        await page.getByPlaceholder('Email').fill(email)
        await page.getByPlaceholder('Password').fill(password)
        await page.getByRole('button', { name: 'Continue with Email' }).click()
        await page.getByText(BUYER).click()
        await page.getByRole('heading', { name: 'Packing' }).waitFor()
        await page.getByText('Nothing special: no gift options and no engraving.').waitFor()
        await page.getByText(`The buyer’s order number: ${order.number}`).waitFor()
        await page.getByText(/ by invoice since \d+ \w+ \d{4}\. The items are held until/).waitFor()
        await page.getByText('The buyer has not withdrawn from the order.').waitFor()
        const confirmation = page.getByText('Order placed').locator('..').locator('..')
        await confirmation.getByText('failed').waitFor()
        await confirmation.getByText(/no such mailbox/).waitFor()
        await page.getByRole('button', { name: 'Capture payment' }).click()
        await page.getByRole('button', { name: 'Confirm' }).click()
        // Without loading the page again.
        await page.getByText('Nothing is due.').waitFor()
        await page.goto('/app/products')
        await page
          .getByPlaceholder('Search')
          .last()
          .fill(line?.title ?? '')
        // The list writes the search to the address half a second later, and that cancels the opening of a product.
        await page.waitForURL(/[?&]q=/)
        await page
          .getByRole('link', { name: line?.title ?? '' })
          .first()
          .click()
        const preview = await page.getByRole('link', { name: 'Russian page' }).getAttribute('href')
        t.match(preview, new RegExp(`^${origin}/ru/shop/product/`))
        await page.getByText(/large enough, and not too large/).waitFor()

        await page.goto('/app/today')
        await page.getByRole('heading', { name: 'Orders that wait for payment' }).waitFor()
        await page.getByRole('row').filter({ hasText: order.number }).filter({ hasText: BUYER }).waitFor()
        const refused = page.getByRole('row').filter({ hasText: 'order-placed' }).filter({ hasText: 'failed' })
        await refused.waitFor()
        mail.faults.unknown = () => false
        await refused.getByRole('button', { name: 'Send again' }).click()
        await mail.waitFor(BUYER)
        await refused.waitFor({ state: 'detached' })

        await page.goto('/app/content')
        await page.getByText(/^\d+ documents, all in order\.$/).waitFor()
        await page.getByRole('row').filter({ hasText: '.draft.md' }).filter({ hasText: 'Russian' }).waitFor()
        await page.getByText('No campaign ends soon or has just ended.').waitFor()
        await page.getByText('Every product is published.').waitFor()
      })
    },
  )

  await t.test(
    'an order stays on Today until it is paid and on its way, and again until returned goods are received and paid',
    async (t) => {
      const { id, number } = await placeOrder('boris@shopper.example')
      // Medusa keeps finished orders as pending. If the page read them, a busy shop would miss its new ones.
      const isOpen = async () => {
        const { orders } = await commerce.admin<{ orders: { id: string }[] }>('/admin/storefront/open-orders')
        return orders.some((one) => one.id === id)
      }
      await visitSignedIn(t, async (page) => {
        const rowIn = (list: string) => page.getByRole('table', { name: list }).getByRole('row', { name: number })
        await page.goto('/app/today')
        await rowIn('Orders that wait for payment').getByRole('link').click()
        await page.getByRole('heading', { name: 'Packing' }).waitFor()
        await capture(commerce, id)
        await refund(commerce, id, 1)
        await page.goBack()
        await rowIn('Orders to pack').waitFor()
        t.equal(await rowIn('Orders that wait for payment').count(), 0, 'a refund of a part asks for no payment')

        await pack(commerce, id)
        await page.reload()
        await rowIn('Packed, not shipped').waitFor()
        await cancelParcel(commerce, id)
        await page.reload()
        await rowIn('Orders to pack').waitFor()
        t.ok(await isOpen())
        await pack(commerce, id)
        await ship(commerce, id)
        t.notOk(await isOpen())

        const returnId = await requestReturn(commerce, id)
        await page.reload()
        const row = page.getByRole('row').filter({ hasText: number })
        await row.getByText(/^Receive the return when the goods arrive\. Then refund \S+\.$/).waitFor()
        await receiveAll(commerce, id, returnId)
        await page.reload()
        await row.getByText(/^Refund \S+\.$/).waitFor()
      })
    },
  )

  await t.test('a product says what keeps shoppers from buying it', async (t) => {
    const unfinished = {
      title: 'Harbour ring',
      status: 'published',
      options: [{ title: 'Size', values: ['6', 'Large'] }],
      variants: [
        { title: '6', options: { Size: '6' }, prices: [{ currency_code: 'eur', amount: 100 }] },
        {
          title: 'Large',
          options: { Size: 'Large' },
          prices: [{ currency_code: 'usd', amount: 100 }],
          manage_inventory: false,
        },
      ],
    }
    const { product } = await commerce.admin<{ product: { id: string; variants: { id: string }[] } }>(
      '/admin/products',
      {
        method: 'POST',
        body: unfinished,
      },
    )
    await visitSignedIn(t, async (page) => {
      await page.goto(`/app/products/${product.id}`)
      for (const what of [
        'No stock of 6',
        'No price in USD of 6',
        'No price in EUR of Large',
        'No price in GBP',
        'No Russian name of the option Size',
        'No Russian value of Size: Large',
      ])
        await page.getByText(what, { exact: true }).waitFor()
      // The form of the stock is another page, which does not tell that of the product.
      await page.goto(`/app/products/${product.id}/stock`)
      await page.getByRole('dialog').getByText('Workshop').waitFor()
      await commerce.admin(`/admin/products/${product.id}/variants/${product.variants[0]?.id}`, {
        method: 'POST',
        body: { manage_inventory: false },
      })
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('No stock of 6', { exact: true }).waitFor({ state: 'detached' })
      await page.goto(`/app/products/${line?.variant.product.id}`)
      await page.getByText(/large enough, and not too large/).waitFor()
      const widget = page.getByRole('heading', { name: 'In the shop' }).locator('..')
      t.equal(await widget.getByText(/^No /).count(), 0, 'nothing is missing of a product of the sample shop')
    })
  })

  await t.test('another Host and a page of another site are refused', async (t) => {
    for (const path of ['/app', '/admin/products', '/auth/user/emailpass'])
      t.equal(await statusOf('GET', path, { host: 'rebound.example' }), 421, path)
    for (const path of ['/admin/products', '/auth/user/emailpass', '/auth/session'])
      t.equal(await statusOf('POST', path, { origin: 'https://evil.example' }), 403, path)
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    t.equal(await statusOf('GET', '/app', { ...elsewhere, 'sec-fetch-dest': 'document' }), 200, 'a link is followed')
    t.equal(await statusOf('GET', '/app', { ...elsewhere, 'sec-fetch-dest': 'iframe' }), 403, 'a frame is not filled')
    t.equal(await statusOf('GET', '/admin/orders', { ...elsewhere, 'sec-fetch-dest': 'document' }), 403)
  })

  await t.test('the staff is told that the storefront has refused a question, not that it does not run', async (t) => {
    const sources = Array.from({ length: 201 }, () => 'ring.webp')
    const asked = commerce.admin('/admin/storefront/images', { method: 'POST', body: { sources } })
    await t.rejects(asked, { message: /The storefront runs and has refused this \(400\)\. Check whether/ })
  })

  await t.test('an operator adds and removes an account of the staff', async (t) => {
    const { code, printed } = await staff('invite', 'Lena@Shop.Example')
    t.equal(code, 0)
    const [, own = ''] = /^lena@shop\.example .* password (\S+)$/m.exec(printed) ?? []
    t.equal(await signIn('lena@shop.example', own), 200)
    t.same(await staff(), { code: 0, printed: `${email}\nlena@shop.example\n` })
    t.match(await staff('invite', 'lena@shop.example'), { code: 1, printed: /is one of the staff already\.\n$/ })
    t.match(await staff('invite', 'nobody'), { code: 1, printed: '"nobody" is not an email address.\n' })
    t.match(await staff('remove', 'lena@shop.example'), { code: 0 })
    t.equal(await signIn('lena@shop.example', own), 401)
    t.match(await staff('remove', 'lena@shop.example'), { code: 1, printed: /is not one of the staff/ })
  })

  await t.test('a merchant corrects the stones of a product, and the shop names them in both languages', async (t) => {
    interface Stored {
      products: { id: string; metadata: Record<string, unknown>; tags: { value: string }[] }[]
    }
    const handle = 'oval-solitaire-ring'
    const stored = async () => {
      const fields = 'id,metadata,tags.value'
      const { products } = await commerce.admin<Stored>(`/admin/products?handle=${handle}&fields=${fields}`)
      return products[0]
    }
    const id = (await stored())?.id ?? ''
    const edit = async (page: Page) => {
      await page.goto(`/app/products/${id}`)
      const length = page.getByLabel('Length of stones 1')
      await page.getByRole('img', { name: /Oval cut, 8\s×\s6\smm/ }).waitFor()

      await length.fill('800')
      const reason = '"800" is no size. Write millimeters from 0.01 to 99.99, such as 6.5.'
      await page.getByText(reason).waitFor()
      t.equal(await length.getAttribute('aria-invalid'), 'true')
      await page.getByRole('button', { name: 'Save' }).click()
      await page
        .getByRole('alert')
        .filter({ hasText: `Nothing was saved. ${reason}` })
        .waitFor()
      t.match(await stored(), { metadata: { stones: '1 oval 8x6', engraving: 20 } })

      await length.fill('9,5')
      await page.getByRole('button', { name: 'Add stones' }).click()
      await page.getByLabel('Cut of stones 2').click()
      await page.getByRole('option', { name: 'Pear' }).click()
      await page.getByLabel('Number of stones 2').fill('2')
      await page.getByLabel('Length of stones 2').fill('5')
      await page.getByLabel('Width of stones 2').fill('3')
      await page.getByRole('img', { name: /Oval cut, 9\.5\s×\s6\smm and Pear cut, 5\s×\s3\smm/ }).waitFor()
      await page.getByLabel('Material in Russian').fill('Белое золото 750')
      await page.getByLabel('Pear', { exact: true }).check()

      // Another member of the staff edits the same product meanwhile.
      const note = { metadata: { note: 'Photograph again.' } }
      await commerce.admin(`/admin/products/${id}`, { method: 'POST', body: note })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Stones and materials are saved').waitFor()
    }
    await visitSignedIn(t, edit, [REFUSED])
    const { metadata, tags } = (await stored()) ?? {}
    t.same(metadata, {
      model: 'ring-solitaire-oval.glb ring-solitaire-oval-ar.glb',
      stones: '1 oval 9.5x6, 2 pear 5x3',
      engraving: 20,
      note: 'Photograph again.',
    })
    t.same(tags?.map(({ value }) => value).toSorted(), ['oval', 'pear'])
    const textOf = async (locale: string) =>
      (await (await fetch(`${origin}/${locale}/shop/product/${handle}`)).text())
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
    // The stones and the material are two writes, of which Medusa tells one after the other.
    for (const [locale, text] of [
      ['en', /Oval cut 9\.5 × 6 mm ?, 1 stone Pear cut 5 × 3 mm ?, 2 stones/],
      ['ru', /Овальная огранка 9,5 × 6 мм ?, 1 камень Огранка «груша» 5 × 3 мм ?, 2 камня Металл Белое золото 750/],
    ] as const)
      await until(async () => text.test(await textOf(locale)))
  })

  await t.test(
    'a merchant uploads a film of one metal and a model, and is told what is wrong with others',
    async (t) => {
      const stored = async () => {
        const path = '/admin/products?handle=round-solitaire-ring&fields=id,metadata'
        const { products } = await commerce.admin<{ products: { id: string; metadata: Record<string, string> }[] }>(
          path,
        )
        return products[0]
      }
      const { id, metadata: before } = (await stored()) ?? {}
      await visitSignedIn(t, async (page) => {
        await page.goto(`/app/products/${id}`)
        const film = page.getByRole('region', { name: 'Film in White gold' })
        const model = page.getByRole('region', { name: '3D model' })
        const choose = async (place: typeof film, ...files: [name: string, buffer: Buffer][]) =>
          place.locator('input').setInputFiles(files.map(([name, buffer]) => ({ name, buffer, mimeType: '' })))
        const refusals: [typeof film, string, Buffer, string][] = [
          [film, 'a.mp4', Buffer.alloc(4_100_000), 'a.mp4: The film is 4.1 MB; at most 4 MB. Export it at 720 px,'],
          [film, 'a.mov', FILM, 'a.mov: Not every browser plays a .mov. Export it as .mp4'],
          [film, 'a.webm', FILM.subarray(0, 40), 'a.webm: This browser cannot play the film. Export it'],
          [film, 'a.glb', Buffer.from(makeGlb(describeModel(3))), 'a.glb: This is no film.'],
          [
            model,
            'a.glb',
            Buffer.from(makeGlb(describeModel(2e6))),
            'a.glb: The model has 2,000,000 vertices; at most',
          ],
          [model, 'a.usdz', Buffer.from('PK\u0003\u0004'), 'Choose the .glb together with it.'],
        ]
        for (const [place, name, bytes, problem] of refusals) {
          await choose(place, [name, bytes])
          await place.getByRole('alert').filter({ hasText: problem }).waitFor()
        }
        t.same((await stored())?.metadata, before, 'nothing was saved')

        await choose(film, ['White gold.webm', FILM])
        await film.getByText(/White-gold\.webm$/).waitFor()
        t.ok(
          await until(async () => film.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth === 16)),
        )
        await choose(
          model,
          ['ring.usdz', Buffer.from('PK\u0003\u0004')],
          ['ring.glb', Buffer.from(makeGlb(describeModel(3)))],
        )
        await model.getByText(/ring\.usdz$/).waitFor()
        const files = (await stored())?.metadata
        t.match(files?.['film:white-gold'], /\/static\/\d+-White-gold\.webm$/)
        t.match(files?.['model'], /^\S+-ring\.glb \S+-ring\.usdz$/, 'the .glb first')

        await film.getByRole('button', { name: 'Remove' }).click()
        await film.getByRole('button', { name: 'Choose files' }).waitFor()
        t.same((await stored())?.metadata, { ...before, model: files?.['model'] })
      })
    },
  )
})

t.test('the next start serves the same build and prints no password', async (t) => {
  const shop = startShopProcess(t, { env })
  await shop.ready()
  await until(() => shop.output().includes(`Dashboard ready at ${dashboard}`))
  t.notMatch(shop.output(), /Building the dashboard|password/)
  t.equal((await fetch(dashboard)).status, 200)
})
