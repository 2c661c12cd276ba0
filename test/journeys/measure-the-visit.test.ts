import t from 'tap'

import { goTo, hydrated, IS_DEVELOPMENT, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import {
  addToCart,
  choicesOnRecord,
  eventsIn,
  lookAround,
  MEASURED,
  openMeasuredShop,
  PATIENCE_MS,
  PIXEL_ID,
  privacyBar,
  ROUND_MS,
  TOKEN,
} from '#test/support/measured-visit.ts'
import { FLAGS, MEASURERS, SHOP_ORIGIN, type TrackedEvent, WITHOUT_VIP_POPUP } from '#test/support/measuring-world.ts'
import { cartDrawer } from '#test/support/shopper.ts'
import { sourceOf } from '#test/support/source-of-script.ts'
import { strangers, unwanted } from '#test/support/stored-in-browser.ts'
import { startShop, visitShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const measured = await openMeasuredShop(t)

t.test('after consent the visit is reported to Mixpanel and the pixel, and never at checkout', async (t) => {
  const { browser, shop, ring, productPath: item, tracked } = measured
  const { product } = ring
  const events = (name: string) => tracked().flatMap((call) => eventsIn(call).filter((event) => event.event === name))
  const at = (path: string) => tracked().filter(({ url }) => url.pathname === path)

  await visit(t, SHOP_ORIGIN, { browser, ...MEASURED }, async (page) => {
    await page.clock.install()
    await page.addInitScript(keepMixpanel)
    await goTo(page, item)
    await privacyBar(page).getByRole('button', { name: 'Accept' }).click()
    await privacyBar(page).waitFor({ state: 'detached' })

    await until(() => page.evaluate(() => globalThis.mixpanelUnderTest !== undefined))
    t.match(await page.evaluate(configOf), CONFIGURED, 'Mixpanel works as the shop wants it to')
    await until(() => at('/flags/').length > 0)
    const flags = at('/flags/')[0]?.url.searchParams
    t.equal(flags?.get('token'), TOKEN)
    t.ok(flags?.get('$lib_version'), 'flags are asked for with the version of the library')
    t.match(JSON.parse(flags?.get('context') ?? ''), { distinct_id: String, device_id: String })
    t.match(await page.evaluate(variantOf), {
      key: FLAGS.gift_note.variant_key,
      value: true,
      experiment_id: 'exp-1',
      is_experiment_active: true,
      is_qa_tester: false,
    })

    await lookAround(page, ring)
    await page.clock.fastForward(ROUND_MS)
    const [viewed] = await until(() => hasSome(events('Product Viewed')), PATIENCE_MS)
    t.match(viewed?.properties, { id: product.id, name: product.title, token: TOKEN, Country: /^[A-Z]{2}$/ })
    const [opened] = await until(() => hasSome(events('Cart Opened')), PATIENCE_MS)
    t.match(opened?.properties, { items: 1, currency: 'USD', total: Number })
    const [changed] = await until(() => hasSome(events('Cart Quantity Updated')), PATIENCE_MS)
    t.match(changed?.properties, { variant_id: ring.variant.id, title: product.title, quantity: 2 })
    await until(() => hasSome(events('Product Removed from Cart')), PATIENCE_MS)
    t.equal(events('Product Removed from Cart').length, 1)

    const profile = await until(() => at('/engage/').flatMap(profileIn)[0], PATIENCE_MS)
    t.match(profile, {
      'First Product Viewed': product.handle,
      'First Product Name': product.title,
      'First Product Category': product.categories[0]?.name,
      'First Seen': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
    })
    t.equal(events('$identify').length, 1, 'the visitor is identified once')
    t.ok(at('/track/').every(({ url }) => url.searchParams.get('ip') === '0'))
    const recorded = await until(() => hasSome(at('/record/')), PATIENCE_MS)
    const [group] = await until(() => hasSome(at('/groups/').flatMap(({ body }) => [body].flat())), PATIENCE_MS)
    t.match(group, {
      $group_key: 'Country',
      $group_id: viewed?.properties['Country'],
      $set: { $name: /^United (Kingdom|States)$/ },
    })
    for (const path of ['/track/', '/engage/', '/groups/', '/record/'])
      t.ok(
        at(path).every(({ method }) => method === 'POST'),
        `${path} is told by POST`,
      )
    const texts = recorded.flatMap(({ body }) => textsIn(body))
    t.ok(texts.length > 100)
    t.same(
      texts.filter((text) => /[^\s*]/.test(text) && text !== 'SCRIPT_PLACEHOLDER'),
      [],
      'a recording has stars for every letter of the page',
    )

    const visits = () => at('/tr/').map(({ url }) => url.searchParams)
    t.same(
      visits().map((query) => [query.get('id'), query.get('ev'), new URL(query.get('dl') ?? '').pathname]),
      [
        [PIXEL_ID, 'PageView', `/en/shop/product/${product.handle}`],
        [PIXEL_ID, 'PageView', '/en/shop/rings'],
        [PIXEL_ID, 'PageView', `/en/shop/product/${product.handle}`],
      ],
      'the pixel is told of the pages that its pattern names',
    )
    t.same((await page.evaluate(() => globalThis.askedOfPixel)).slice(0, 2), [
      ['set', 'autoConfig', false, PIXEL_ID],
      ['init', PIXEL_ID],
    ])
    await page.evaluate(() => {
      const track = (name: string, properties: object) =>
        dispatchEvent(new CustomEvent('shop-event', { detail: { name, properties } }))
      track('IntentToShop', { campaign: 'Launch40' })
      track('VIPSubscription', { campaign: 'InnerCircle' })
    })
    await until(() => visits().length === 5)
    t.same(
      visits()
        .slice(3)
        .map((query) => `${query.get('ev')} ${query.get('cd[campaign]')}`)
        // The images may arrive in any order.
        .toSorted(),
      ['IntentToShop Launch40', 'VIPSubscription InnerCircle'],
    )
    const cached = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
    t.match(await cached('facebook_click_id'), /^fb\.1\.\d{13}\.click-1$/)
    t.equal(await cached('facebook_browser_id'), 'fb.1.1700000000000.42')
    t.ok(await cached('mixpanel_first_product'), 'the stored flag says that the profile exists')
    t.same(await strangers(page), [], 'every stored key is in the privacy policy')

    await goTo(page, item)
    await addToCart(page, ring)
    await cartDrawer(page)
      .getByRole('button', { name: /^Decrease quantity of/ })
      .click()
    await cartDrawer(page).getByText('Your cart is empty').waitFor()
    await page.clock.fastForward(ROUND_MS)
    await until(() => events('Product Removed from Cart').length === 2, PATIENCE_MS)
    t.equal(events('Cart Quantity Updated').length, 1, 'decreasing from one is a removal')
    await page.keyboard.press('Escape')

    await addToCart(page, ring)
    const scripts: string[] = []
    const before = tracked().length
    page.on('request', (request) => scripts.push(request.url()))
    const answer = page.waitForResponse((response) => response.url().endsWith('/en/checkout/details'))
    await cartDrawer(page).getByRole('link', { name: 'Checkout' }).click()
    const policy = (await (await answer).headerValue('content-security-policy')) ?? ''
    await hydrated(page)
    await page.getByRole('link', { name: 'Privacy choices' }).waitFor()
    await page.getByLabel('Email', { exact: true }).fill('ada@shopper.example')
    for (const host of MEASURERS) t.notOk(policy.includes(host), `its policy does not know ${host}`)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    t.same(
      scripts.filter((url) => /start-mixpanel|measuring|measure-|fbevents/.test(sourceOf(url)) && !isSource(url)),
      [],
      'the checkout has no code that measures',
    )
    const late = tracked().slice(before)
    t.same(
      late.flatMap(pagesIn).filter((address) => address.includes('/checkout')),
      [],
      'and nobody is told of it',
    )

    await page.getByRole('link', { name: 'Privacy choices' }).click()
    t.equal(
      await privacyBar(page).getByRole('button', { name: 'Accept' }).getAttribute('aria-pressed'),
      'true',
      'a choice can be taken back at checkout too',
    )
    await privacyBar(page).getByRole('button', { name: 'Reject' }).click()
    await until(async () => (await unwanted(page)).length === 0)
    await until(async () => (await choicesOnRecord(shop)).at(-1)?.choice === 'rejected')
  })
  t.same(
    (await choicesOnRecord(shop)).slice(-2).map(({ choice }) => choice),
    ['accepted', 'rejected'],
  )
})

t.test('a feature flag decides whether the Inner Circle popup opens, among visitors who have consented', async (t) => {
  const VIP = 'Become an Insider'
  for (const [what, flags, choice, isOpen] of [
    ['switched off', WITHOUT_VIP_POPUP, 'Accept', false],
    ['not answered in time', null, 'Accept', true],
    ['switched off, for one who said no', WITHOUT_VIP_POPUP, 'Reject', true],
  ] as const) {
    const { begin, browser, tracked } = measured
    begin(flags)
    await visit(t, SHOP_ORIGIN, { browser, ...MEASURED, firstVisit: true }, async (page) => {
      await page.addInitScript(() => {
        if (localStorage.getItem('hasSeenLaunchPopup') === null) localStorage.setItem('hasSeenLaunchPopup', 'true')
      })
      await goTo(page, '/en/shop')
      await privacyBar(page).getByRole('button', { name: choice }).click()
      await privacyBar(page).waitFor({ state: 'detached' })
      const fetched = page.waitForResponse((response) => sourceOf(response.url()).includes('vip-popup'))
      await page.reload()
      await fetched
      if (isOpen) await page.getByRole('dialog', { name: VIP }).waitFor()
      else {
        await until(
          () => tracked().some((call) => eventsIn(call).some(({ event }) => event === '$experiment_started')),
          PATIENCE_MS,
        )
        t.equal(await page.getByRole('dialog').count(), 0)
      }
      t.equal(
        tracked().some(({ url }) => url.pathname === '/flags/'),
        choice === 'Accept',
      )
      t.pass(what)
    })
  }
})

t.test('a click on an email address in the page does not report the address', async (t) => {
  const { begin, browser, tracked } = measured
  begin()
  await visit(t, SHOP_ORIGIN, { browser, ...MEASURED }, async (page) => {
    await page.clock.install()
    await goTo(page, '/en/newsletter')
    await privacyBar(page).getByRole('button', { name: 'Accept' }).click()
    await until(() => tracked().some(({ url }) => url.pathname === '/flags/'))
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@shopper.example')
    await page.getByRole('button', { name: 'Join the Inner Circle' }).click()
    const hint = page.getByRole('tabpanel', { name: 'Drop a hint' })
    await hint.getByText('Our email is signed with the name you enter here').click()
    await hint.getByLabel('Send to').fill('grace@friend.example')
    await hint.getByRole('button', { name: 'Send hint' }).click()
    await hint.getByText('grace@friend.example', { exact: true }).click()
    await page.getByRole('tab', { name: 'Subscribe' }).click()
    await page.getByText('ada@shopper.example', { exact: true }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await heading.click()
    await heading.evaluate((element, text) => (element.textContent = text), 'y'.repeat(300))
    await heading.click()
    await page.clock.fastForward(ROUND_MS)
    const clicked = () =>
      tracked()
        .flatMap(eventsIn)
        .map(({ properties }) => properties['$el_text'])
    await until(() => clicked().includes('The Inner Circle'), PATIENCE_MS)
    t.ok(clicked().includes('Send hint'), 'other clicks are reported')
    await until(() => clicked().includes('y'.repeat(255)), PATIENCE_MS)
    t.notMatch(JSON.stringify(tracked()), /ada@|grace@/)
  })
})

t.test('on localhost analytics are off, whatever the visitor has chosen', async (t) => {
  const shop = await startShop(t, { env: { MIXPANEL_TOKEN: TOKEN } })
  const ring = await findRing(shop.url)
  await visit(t, shop.url, async (page) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await goTo(page, `/en/shop/product/${ring.product.handle}`)
    await privacyBar(page).getByRole('button', { name: 'Accept' }).click()
    await until(() => scripts.some((url) => sourceOf(url).includes('measure-products')))
    await lookAround(page, ring)
    t.same(
      scripts.filter((url) => /start-mixpanel|mixpanel\.com/.test(sourceOf(url)) && !isSource(url)),
      [],
    )
    t.same(await unwanted(page), [])
  })
})

t.test('a shop without analytics asks for no consent, and logs why', async (t) => {
  const shop = await visitShop(t)
  await visit(t, shop.url, async (page) => {
    const logged: string[] = []
    page.on('console', (message) => {
      const isOfTools = IS_DEVELOPMENT && /^%cDownload the React DevTools|^\[vite\]/.test(message.text())
      if (!isOfTools) logged.push(message.text())
    })
    await page.goto('/en')
    await until(() => logged.length > 0)
    t.same(logged, ['Mixpanel disabled: No token provided'])
    t.equal(await privacyBar(page).count(), 0)
    t.equal(await page.getByRole('link', { name: 'Privacy choices' }).count(), 0)
  })
})

/** The development build serves our files under their own names. */
function isSource(url: string): boolean {
  return IS_DEVELOPMENT && new URL(url).pathname.startsWith('/analytics/')
}

function profileIn({ body }: TrackedEvent): Record<string, unknown>[] {
  const updates = [body].flat() as { $set?: Record<string, unknown> }[]
  return updates.flatMap(({ $set }) => ($set && 'First Seen' in $set ? [$set] : []))
}

function textsIn(recorded: unknown, isHidden = false): string[] {
  if (typeof recorded !== 'object' || recorded === null) return []
  const { type, textContent, tagName, ...rest } = recorded as Record<string, unknown>
  if (type === 3 && typeof textContent === 'string') return isHidden ? [] : [textContent]
  const hides = isHidden || ['script', 'style', 'title'].includes(String(tagName))
  return Object.values(rest).flatMap((value) => textsIn(value, hides))
}

function pagesIn(call: TrackedEvent): string[] {
  const here = ['$current_url', 'dl'].flatMap((name) => call.url.searchParams.getAll(name))
  return [...here, ...eventsIn(call).map(({ properties }) => String(properties['$current_url']))]
}

function hasSome<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined
}

declare global {
  var mixpanelUnderTest:
    | {
        config: Record<string, unknown>
        flags: { get_variant: (name: string, fallback: object) => Promise<object> }
      }
    | undefined
  var askedOfPixel: unknown[]
}

/** Stores the instance of the library, which announces itself by this event. */
function keepMixpanel(): void {
  addEventListener('$mp_sdk_to_extension_event', (event) => {
    globalThis.mixpanelUnderTest = (
      event as CustomEvent<{ instance: typeof globalThis.mixpanelUnderTest }>
    ).detail.instance
  })
}

function configOf(): unknown {
  return JSON.parse(JSON.stringify(globalThis.mixpanelUnderTest?.config))
}

function variantOf(): unknown {
  return globalThis.mixpanelUnderTest?.flags.get_variant('gift_note', { key: 'none', value: null })
}

const CONFIGURED = {
  api_host: 'https://api-eu.mixpanel.com',
  token: TOKEN,
  record_sessions_percent: 100,
  batch_size: 50,
  batch_flush_interval_ms: 5000,
  batch_request_timeout_ms: 90_000,
  cookie_expiration: 365,
  record_idle_timeout_ms: 1_800_000,
  autocapture: {
    rage_click: { click_count: 4, timeout_ms: 1000, threshold_px: 30 },
    dead_click: { timeout_ms: 500 },
    scroll_depth_percent_checkpoints: [25, 50, 75, 100],
  },
  record_block_class: 'rr-block',
  record_mask_text_class: 'rr-mask',
  record_mask_all_inputs: true,
  record_mask_all_text: true,
}
