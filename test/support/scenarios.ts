import type { Locator, Page } from 'playwright'

import type { WrapShopData } from '#server/pages/storefront-plugin.ts'
import { CHECKOUT_STEPS } from '#shared/checkout/checkout-steps.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { IS_DEVELOPMENT } from './browser.ts'
import { everyCard, findRing } from './categories.ts'
import { viewBehind } from './email-links.ts'
import type { Guest } from './guests.ts'
import { messageIn } from './message.ts'
import { stageAccount } from './staged-account.ts'

export interface Scenario {
  name: string
  path: string
  guest: Guest
  status: number
  overlay?: Overlay
  isOfCode?: boolean
}

interface Overlay {
  below?: number
  above?: number
  open: (window: Page, notify: (english: string) => string) => Promise<Locator>
}

const BROKEN_PRODUCT = 'broken-piece'

/**
 * A shop in which one product cannot be loaded, so that the error page can be shown, and the pages of email links and of
 * the account open without an email.
 */
export const stageScenarios: WrapShopData = (data) => ({
  ...data,
  ...stageAccount(data),
  mailing: async (_page, token) => viewBehind(token),
  async stockAlerts(token) {
    if (token === 'none') return { link: 'good', address: null, products: [] }
    const isConfirmed = token === 'confirmed'
    const nameOf = async (handle: string) => (await data.product(handle))?.title ?? ''
    return {
      link: 'good',
      address: 'a…@shopper.example',
      products: [
        {
          name: await nameOf('round-solitaire-ring'),
          path: '/shop/product/round-solitaire-ring?metal=rose-gold&size=9',
          isConfirmed,
        },
        { name: await nameOf('oval-solitaire-ring'), path: null, isConfirmed },
      ],
    }
  },
  async foundOrder() {
    const order = await data.order()
    if (!order) return null
    const { email: _, shipping_address: __, billing_address: ___, ...rest } = order
    return { ...rest, masked: { email: 'a…@shopper.example', address: ['A… L…', 'N…, 1…'] } }
  },
  revocableWithdrawal: async () => ({
    state: 'open',
    number: 'K7QM-4T2X-5',
    locale: 'en',
    lines: [{ id: 'line', title: 'Round solitaire ring', label: 'Yellow gold · Size 6', quantity: 1 }],
    until: '2026-11-23T17:40:00.000Z',
  }),
  async product(handle) {
    if (handle === BROKEN_PRODUCT) throw new Error('this piece cannot be read, so that the error page can be seen')
    return data.product(handle)
  },
})

export const STAGE = { wrapShopData: stageScenarios, env: { LOG_LEVEL: 'silent', MIXPANEL_TOKEN: 'a1b2c3d4' } }

export async function listScenarios(origin: string): Promise<Scenario[]> {
  const { product } = await findRing(origin)
  const soldOut = (await everyCard(origin)).find(({ in_stock: inStock }) => !inStock)
  if (!soldOut) throw new Error('the sample shop has nothing that is sold out')
  const item = `/shop/product/${product.handle}`
  return [
    page('home', ''),
    page('our-story', '/ourStory'),
    page('journal', '/blogs'),
    page('article', '/blogs/ring-sizes'),
    page('policy', '/policies/return-policy'),
    page('deep-page', '/guides/gifts/anniversaries/first-year'),
    page('dark-page', '/guides/stones-by-candlelight'),
    page('shop', '/shop'),
    page('view-all', '/shop/viewAll'),
    page('category', '/shop/rings'),
    page('sub-category', '/shop/rings/halo'),
    page('product', item),
    page('product-sold-out', `/shop/product/${soldOut.handle}`),
    page('made-to-order', '/shop/product/round-solitaire-ring?metal=white-gold&size=10-5'),
    page('stock-alert', '/shop/product/round-solitaire-ring?metal=rose-gold&size=9'),
    page('stock-alert-gone', '/back-in-stock?piece=no-such-piece'),
    page('stock-alerts', '/back-in-stock/requests?token=asked'),
    page('stock-alerts-confirmed', '/back-in-stock/requests?token=confirmed'),
    page('stock-alerts-none', '/back-in-stock/requests?token=none'),
    page('cart', '/cart', 'holder'),
    page('cart-empty', '/cart'),
    ...CHECKOUT_STEPS.map((step) => page(`checkout-${step}`, `/checkout/${step}`, 'holder')),
    page('checkout-nowhere', '/checkout/details?for=payment', 'holder'),
    page('checkout-pay-anew', '/checkout/payment?payment=anew', 'holder'),
    page('checkout-empty', '/checkout'),
    page('confirmation', '/order/confirmation', 'buyer'),
    page('confirmation-none', '/order/confirmation'),
    page('account', '/account', 'buyer'),
    page('account-without-orders', '/account'),
    page('account-order', '/account/orders/placed', 'buyer'),
    page('account-addresses', '/account/addresses'),
    page('account-address', '/account/addresses?edit=new#edit'),
    page('account-details', '/account/details'),
    page('account-sign-in', '/account/sign-in'),
    page('account-password', '/account/sign-in?with=password'),
    page('account-register', '/account/sign-in?with=register'),
    page('account-forgot', '/account/sign-in?with=forgot'),
    page('account-link', '/account/link?token=sign-in'),
    page('account-link-password', '/account/link?token=password'),
    page('account-link-spent', '/account/link?token=spent'),
    page('order-find', '/order/find'),
    page('withdraw', '/order/withdraw?order=placed', 'buyer'),
    page('withdraw-unchosen', '/order/withdraw?order=placed&chosen=1', 'buyer'),
    page('withdraw-none', '/order/withdraw'),
    page('order-found', '/order/found', 'buyer'),
    page('order-open', '/order/open?token=any'),
    page('take-back', '/order/take-back?token=any'),
    page('transfer-none', '/order/transfer'),
    page('not-found', '/shop/no-such-shelf', 'newcomer', 404),
    page('error', `/shop/product/${BROKEN_PRODUCT}`, 'newcomer', 500),
    page('country', '/country'),
    page('contact', '/contact'),
    page('contact-product', `/contact?product=${product.handle}`),
    page('faq', '/faq'),
    page('shipping', '/shipping'),
    page('warranty', '/warranty'),
    page('ring-size', '/ring-size'),
    page('wish-list', '/wishlist'),
    page('wish-list-shown', `/wishlist?pieces=${product.handle},${soldOut.handle},sold-no-more`),
    page('compare', `/compare?pieces=${product.handle},${soldOut.handle},plain-wedding-band,oval-halo-drop-earrings`),
    page('compare-empty', '/compare'),
    page('confirm', '/newsletter/confirm?token=asked'),
    page('confirmed', '/newsletter/confirm?token=confirmed'),
    page('confirm-damaged', '/newsletter/confirm?token=damaged'),
    page('preferences', '/newsletter/preferences?token=confirmed'),
    page('preferences-left', '/newsletter/preferences?token=left'),
    page('preferences-lapsed', '/newsletter/preferences?token=lapsed'),
    page('stop-hints', '/hints/stop?token=hinted'),
    page('hints-stopped', '/hints/stop?token=stopped'),
    ...(IS_DEVELOPMENT ? [{ ...page('styleguide', '/styleguide'), isOfCode: true }] : []),
    page('filtered', '/shop/rings?metal=white-gold&stock=in'),
    page('filtered-empty', '/shop/rings?metal=silver&cut=pear'),
    page('search', '/search'),
    page('search-results', '/search?q=ring'),
    page('search-in-vain', '/search?q=xqzvkw'),
    page('search-answers', '/search?q=returns'),
    page('search-price', '/search?q=rings+under+1000'),
    overlay('search-drawer', '', { open: behind('Open search', 'Search') }),
    overlay('search-suggestions', '', { open: suggest }),
    overlay('menu', '', { open: behind('Open menu', 'Menu') }),
    overlay('mega-menu', '', { above: 1024, open: openMegaMenu }),
    overlay('categories', '/shop/rings/halo', { below: 768, open: behind('Categories', 'Categories') }),
    overlay('cart-drawer', '/shop/rings', { open: behind('Open cart', 'Cart') }, 'holder'),
    overlay('cart-drawer-empty', '/shop/rings', { open: behind('Open cart', 'Cart') }),
    overlay('filters', '/shop/rings?metal=white-gold', { below: 1024, open: behind('Filter', 'Filters') }),
    overlay('code-refused', '/checkout/payment', { open: tryCode }, 'holder'),
    overlay('country-choice', '/cart', { open: openCountryChoice }),
    overlay('zoom', item, { open: behind('Zoom') }),
    page('newsletter', '/newsletter'),
    page('newsletter-hint', '/newsletter?tab=hint'),
    overlay('launch-popup', '', { open: byItself('hasSeenLaunchPopup') }),
    overlay('vip-popup', '/shop', { open: byItself('hasSeenVipPopup') }),
    overlay('compare-bar', item, { open: compareOne }),
    overlay('hint', item, { open: behindLink('Drop a hint') }),
    overlay('size-chart', item, { open: behindLink('Size chart') }),
    overlay('care', item, { open: openCare }),
    overlay('engraving', '/shop/product/plain-wedding-band?metal=rose-gold&size=6', { open: engrave }),
    overlay('gift-options', '/checkout/details', { open: openGift }, 'holder'),
    overlay('consent', '/blogs', { open: askAgain }),
    overlay('hint-refused', item, { open: refused('dialog [name="recipient_email"]', behindLink('Drop a hint')) }),
    overlay('newsletter-refused', '/newsletter', { open: refused('[name="email"]') }),
    overlay('message-refused', '/contact', { open: refused('[name="email"]') }),
    overlay('details-refused', '/checkout/details', { open: refused('[name="shipping_address.city"]') }, 'holder'),
  ]
}

function page(name: string, path: string, guest: Guest = 'newcomer', status = 200): Scenario {
  return { name, path, guest, status }
}

function overlay(name: string, path: string, how: Overlay, guest: Guest = 'newcomer'): Scenario {
  return { name, path, guest, status: 200, overlay: how }
}

function behind(button: string, dialog?: string): Overlay['open'] {
  return async (window, notify) => {
    const named = window.getByRole('button', { name: notify(button) })
    await named.filter({ visible: true }).first().click()
    return window.getByRole('dialog', dialog === undefined ? {} : { name: notify(dialog), exact: true })
  }
}

/**
 * The button appears when the shopper scrolls near the end of the page, on a phone far below the start of the footer.
 */
async function openCountryChoice(window: Page, notify: (english: string) => string): Promise<Locator> {
  await window.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  return behind('Country and currency', 'Country and currency')(window, notify)
}

const unfold = (window: Page, text: string) => window.locator('summary').filter({ hasText: text }).click()

async function tryCode(window: Page, notify: (english: string) => string): Promise<Locator> {
  await unfold(window, notify('Promo code'))
  const field = window.getByLabel(notify('Code'), { exact: true })
  await field.fill('NO-SUCH-CODE')
  await field.press('Enter')
  return window.locator('input[aria-invalid]')
}

async function engrave(window: Page, notify: (english: string) => string): Promise<Locator> {
  await unfold(window, notify('Add engraving'))
  await window.locator('input#engraving').fill('20.02.2020 😀')
  return window.locator('input#engraving[aria-invalid]')
}

async function openGift(window: Page, notify: (english: string) => string): Promise<Locator> {
  for (const title of ['This is a gift', 'I need it by a certain date']) {
    const closed = window.locator('details:not([open]) > summary').filter({ hasText: notify(title) })
    if ((await closed.count()) > 0) await closed.click()
  }
  await window.locator('[name="gift.message"]').fill('«С любовью, Anna»')
  await window.locator('[name="gift.needed_by"]').fill('2020-02-20')
  return window.locator('[name="gift.needed_by"][aria-invalid]')
}

async function openMegaMenu(window: Page): Promise<Locator> {
  await window.locator('.mega summary').first().click()
  return window.locator('.mega-panel').first()
}

async function suggest(window: Page, notify: (english: string) => string): Promise<Locator> {
  const drawer = await behind('Open search', 'Search')(window, notify)
  await drawer.getByRole('combobox').fill('kolco')
  await drawer.getByRole('option').first().waitFor()
  await window.keyboard.press('ArrowDown')
  return drawer
}

/** Lets a popup open that this browser had closed before, and marks it as seen once it is open. */
function byItself(key: string): Overlay['open'] {
  return async (window) => {
    await window.evaluate((name) => localStorage.setItem(name, 'not yet'), key)
    await window.reload()
    const popup = window.locator('dialog[open]')
    await popup.waitFor({ state: 'visible' })
    await window.evaluate((name) => localStorage.setItem(name, 'true'), key)
    return popup
  }
}

/** A link opens its popup only after hydration; before, it leads to a page. */
function behindLink(link: string): Overlay['open'] {
  return async (window, notify) => {
    await window.waitForLoadState('networkidle')
    await window
      .getByRole('link', { name: notify(link), exact: true })
      .filter({ visible: true })
      .first()
      .click()
    return window.locator('dialog[open]')
  }
}

async function compareOne(window: Page, notify: (english: string) => string): Promise<Locator> {
  const toggle = window.locator('button[aria-pressed]').filter({ hasText: notify('Compare') })
  if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click()
  return window.getByRole('complementary', { name: notify('Comparison') })
}

async function askAgain(window: Page, notify: (english: string) => string): Promise<Locator> {
  await window.getByRole('link', { name: notify('Privacy choices') }).click()
  return window.getByRole('complementary', { name: notify('Your privacy') })
}

function refused(field: string, open?: Overlay['open']): Overlay['open'] {
  return async (window, notify) => {
    await open?.(window, notify)
    await window.locator(field).fill('')
    await window.locator(field).press('Enter')
    return window.locator(`${field}[aria-invalid="true"]`)
  }
}

async function openCare(window: Page, notify: (english: string) => string): Promise<Locator> {
  await unfold(window, notify('Materials and care'))
  return behindLink('All about care')(window, notify)
}

export function existsAt(
  { overlay: { below = Number.POSITIVE_INFINITY, above = 0 } = {} as Overlay }: Scenario,
  width: number,
): boolean {
  return width >= above && width < below
}

export async function enter(window: Page, container: Scenario, locale: Locale): Promise<void> {
  const answer = await window.goto(`/${locale}${container.path}`)
  if (answer?.status() !== container.status) throw new Error(`${container.name} answered ${answer?.status()}`)
  await window.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  if (!container.overlay) return
  const opened = await container.overlay.open(window, (english) => messageIn(locale, english))
  await opened.waitFor({ state: 'visible' })
}
