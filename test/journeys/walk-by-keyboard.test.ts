import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { focused, step, tabAround, tabTo } from '#test/support/keyboard.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { startShop } from '#test/support/test-shop.ts'

/** Low enough that a list does not fit. */
const WINDOW = { viewport: { width: 1280, height: 620 } }

const mailServer = await openMailServer(t)
const shop = await startShop(t, { env: mailServer.env })

t.test('a shopper with a keyboard finds a product through the menu, and comes back to the same focus', async (t) => {
  await visit(t, shop.url, WINDOW, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await tabTo(page, 'link "Skip to content"')
    await tabTo(page, 'button "Open menu"')
    await opensAndLeaves(t, page)

    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await tabTo(page, 'link "Rings"')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Rings' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    t.match(await focused(page), /^main/, 'the next Tab is in the new page')

    await tabTo(page, 'link "Solitaire"', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()

    await tabTo(page, 'checkbox "White gold')
    await page.keyboard.press('Space')
    await page.waitForURL(/metal=white-gold/)
    t.match(await focused(page), /^checkbox "White gold/, 'the focus stays on a checked box')

    const item = await lastProduct(page)
    await tabTo(page, `link "${item}`)
    const { url, place } = await whereabouts(page)
    t.ok(place > 0, 'the list is left somewhere below its top')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: item }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Solitaire', exact: true }).waitFor()
    t.same(await whereabouts(page), { url, place })
    t.equal(await page.getByRole('checkbox', { name: 'White gold' }).isChecked(), true)
  })
})

t.test('a customer with a keyboard opens an account, saves an address and signs out', async (t) => {
  await visit(t, shop.url, WINDOW, async (page) => {
    await signIn(page, 'keyboard@shopper.example')
    await press(page, 'link "Addresses"')
    await page.waitForURL('**/en/account/addresses')
    await hydrated(page)
    for (const [field, text] of [
      ['textbox "First name', 'Ada'],
      ['textbox "Last name', 'Orlova'],
      ['textbox "Address', '12 Engine Street'],
      ['textbox "City', 'New York'],
    ] as const)
      await typeInto(page, field, text)
    await press(page, 'button "Save address"')
    await page.waitForURL('**/en/account/addresses?edit=new#edit')
    await page.locator(':focus[aria-invalid]').waitFor()
    t.match(await focused(page), /^(?:textbox|combobox) /, 'the focus is in the first field that needs an answer')
    await tabTo(page, 'button "Sign out"', 'Shift+Tab')
    await page.keyboard.press('Space')
    await page.getByText('You’ve signed out.').waitFor()
  })
})

t.test('tabbing back through a long list keeps the focused element visible', async (t) => {
  await visit(t, shop.url, WINDOW, async (page) => {
    await page.goto('/en/shop/rings')
    await hydrated(page)
    await page.getByRole('link', { name: await lastProduct(page) }).focus()
    for (let stop = 0; stop < 6; stop += 1) {
      const name = await step(page, 'Shift+Tab')
      const element = await page.locator(':focus').elementHandle()
      await step(page)
      // In the viewport but behind the header, as after scrolling by wheel.
      await element?.evaluate((before) => scrollBy(0, before.getBoundingClientRect().top - 8))
      t.equal(await step(page, 'Shift+Tab'), name)
    }
    await tabTo(page, 'button "Open menu"', 'Shift+Tab')
    t.pass('down to the first thing in the header')
  })
})

type Overlays = readonly (readonly [opener: string, stops: readonly (string | RegExp)[]])[]

/** An overlay with the names of its focusable elements in order. */
const ABOVE_A_PRODUCT: Overlays = [
  [
    'button "Open menu"',
    [
      'link "Home"',
      'button "Shop" [expanded]',
      'link "Shop all"',
      'link "Rings"',
      'link "Necklaces"',
      'link "Earrings"',
      'link "Bracelets"',
      'link "Sets"',
      'link "New in"',
      'link "Our story"',
      'link "Journal"',
      'button "Close"',
    ],
  ],
  ['button "Open search"', [/^link /, /^link /, /^link /, /^link /, /^link /, 'button "Close"', /^combobox /]],
  [
    'button "Open cart',
    [
      /^link /,
      /^button "Decrease/,
      /^button "Increase/,
      /^button "Remove/,
      /Promo code/,
      /^link "Free insured delivery/,
      'link "Checkout"',
      'link "Questions? Ask us"',
      'button "Close"',
    ],
  ],
  ['button "Zoom"', [/"Previous picture"/, 'button "Enlarge"', 'button "Next picture"', 'button "Close"']],
  ['link "Size chart"', [/^radio "My size is/, /^link "Measure/, 'link "Read the full article"', 'button "Close"']],
  [
    'link "Drop a hint"',
    [
      /^textbox "Link to this piece"/,
      /^button "Copy link"/,
      /"Send to"/,
      /"Your name/,
      /"A few words/,
      /"Send hint"/,
      'button "Close"',
    ],
  ],
  ['link "All about care"', [/^link /, 'button "Close"']],
  ['button "Country and currency', ['combobox "Country"', 'button "Save"', 'button "Close"']],
]

const ABOVE_A_CATEGORY: Overlays = [
  [
    'button "Categories',
    [
      'link "All"',
      'link "Solitaire"',
      'link "Halo"',
      'link "Pavé"',
      'link "Eternity"',
      'link "Three-stone"',
      'link "Wedding bands"',
      'button "Close"',
    ],
  ],
  [
    'button "Filter',
    [
      /^checkbox "Yellow gold/,
      /^checkbox "White gold/,
      /^checkbox "Rose gold/,
      /^checkbox "Round/,
      /^checkbox "Cushion/,
      /^radio "Any price/,
      /^checkbox "In stock/,
      'link "Clear all"',
      /^button "Show/,
      'button "Close"',
    ],
  ],
]

const LAUNCH = ['link "Shop the Launch Event"', 'button "No, thanks"', 'button "Close"']

t.test('every overlay traps the focus, closes by Esc, and restores the focus', async (t) => {
  const { product, variant } = await findRing(shop.url)
  const body = (path: string, overlays: Overlays) => {
    return async (page: Page) => {
      await page.request.post('/api/carts/current/line-items', { data: { variant_id: variant.id, quantity: 1 } })
      await page.goto(path)
      await hydrated(page)
      await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor()
      for (const [opener, stops] of overlays) {
        if (opener.includes('care')) {
          await tabTo(page, 'Materials and care')
          await page.keyboard.press('Enter')
        }
        await tabTo(page, opener)
        const name = await focused(page)
        await page.keyboard.press('Enter')
        await page.locator('dialog:modal').waitFor()
        await page.locator('dialog:modal [aria-busy="true"]').waitFor({ state: 'detached' })
        const around = await tabAround(page)
        t.match(around, stops, opener)
        t.equal(around.length, stops.length, around.join(', '))
        await page.keyboard.press('Escape')
        await page.locator('dialog:modal').waitFor({ state: 'detached' })
        t.equal(await focused(page), name)
      }
    }
  }
  const still = { reducedMotion: 'reduce' } as const
  await visit(t, shop.url, { ...WINDOW, ...still }, body(`/en/shop/product/${product.handle}`, ABOVE_A_PRODUCT))
  const phone = { viewport: { width: 390, height: 844 } }
  await visit(t, shop.url, { ...phone, ...still }, body('/en/shop/rings/halo', ABOVE_A_CATEGORY))
})

t.test('a shopper with a keyboard subscribes in the banner and switches between its forms', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await page.getByRole('heading', { name: 'The Inner Circle' }).scrollIntoViewIfNeeded()
    await page.getByRole('tab', { selected: true }).focus()
    t.equal(await focused(page), 'tab "Subscribe" [selected]')
    await page.keyboard.press('ArrowRight')
    t.equal(await focused(page), 'tab "Drop a hint" [selected]')
    t.match(await step(page), /^textbox/, 'Tab moves into the form')
    t.equal(await step(page, 'Shift+Tab'), 'tab "Drop a hint" [selected]')
    await page.keyboard.press('ArrowLeft')
    t.match(await step(page), 'textbox "Email"')
    await page.keyboard.type('keys@shopper.example')
    await page.keyboard.press('Enter')
    await page.getByRole('tabpanel', { name: 'Drop a hint' }).waitFor()
    t.equal(await focused(page), 'tab "Drop a hint" [selected]', 'after subscribing the focus is on the hint tab')
  })
})

t.test('the launch popup, which opens by itself, traps the focus too, and restores it', async (t) => {
  await visit(t, shop.url, { firstVisit: true, reducedMotion: 'reduce' }, async (page) => {
    await page.goto('/en/blogs')
    await hydrated(page)
    // The popup may open while a busy machine tabs to the button.
    await page.getByRole('button', { name: 'Open search' }).focus()
    const title = 'An early Black Friday'
    await page.getByRole('dialog', { name: title }).waitFor()
    t.match(await focused(page), `dialog "${title}"`)
    const around = await tabAround(page)
    t.match(around, LAUNCH)
    t.equal(around.length, LAUNCH.length, around.join(', '))
    await page.keyboard.press('Escape')
    await page.locator('dialog:modal').waitFor({ state: 'detached' })
    t.match(await focused(page), /Open search/)
  })
})

/** Space opens the menu like Enter, Esc closes it, and the focus returns. */
async function opensAndLeaves(t: Test, page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  t.equal(await focused(page), 'button "Close"')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.equal(await focused(page), 'button "Open menu"')
}

async function lastProduct(page: Page): Promise<string> {
  return page.locator('main article h2').last().innerText()
}

async function whereabouts(page: Page): Promise<{ url: string; place: number }> {
  return { url: page.url(), place: await page.evaluate(() => scrollY) }
}

async function press(page: Page, wanted: string): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

async function typeInto(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Signs in by an emailed link. */
async function signIn(page: Page, email: string): Promise<void> {
  const before = mailServer.emails(email).length
  await page.goto('/en/account/sign-in')
  await hydrated(page)
  await typeInto(page, 'textbox "Email', email)
  await page.keyboard.press('Enter')
  await page.getByText('Please check your inbox.').waitFor()
  await page.goto(`/en/account/link?token=${await nextToken(mailServer, email, before)}`)
  await press(page, 'button "Sign in"')
  await page.waitForURL('**/en/account')
  await hydrated(page)
}
