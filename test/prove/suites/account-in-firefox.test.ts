import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { strFromU8, unzipSync } from 'fflate'
import t from 'tap'

import { launchFirefox } from '#test/engines/firefox.ts'
import type { ShopperPage } from '#test/engines/shopper-page.ts'
import { visitIn } from '#test/engines/walks.ts'
import { fillAddress, goOn, see } from '#test/engines/walks/steps.ts'
import { findFirefox } from '#test/runner/find-firefox.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

if (findFirefox() === undefined) {
  t.pass('these journeys did not run', { skip: 'there is no Firefox here: install firefox-esr' })
  process.exit()
}

const RING = '/en/shop/product/round-eternity-ring'
const PASSWORD = 'a ring for a fox'
/** The password customer, who registers in the second test. */
const FOX = 'fox@shopper.example'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, { env: mailServer.env })
const downloads = t.testdir()
const firefox = await launchFirefox({ 'browser.download.folderList': 2, 'browser.download.dir': downloads })
t.teardown(() => firefox.close())

async function signInByPassword(shopper: ShopperPage, email: string, password: string): Promise<void> {
  await shopper.open('/en/account/sign-in?with=password')
  await shopper.typeInto({ label: 'Email' }, email)
  await shopper.typeInto({ label: 'Password' }, password)
  await shopper.click({ role: 'button', name: 'Sign in' })
}

/** Opens the settings of the customer who registered. */
async function openSettings(shopper: ShopperPage, email: string): Promise<void> {
  await signInByPassword(shopper, email, PASSWORD)
  await see(shopper, '/en/account', 'Hello, Ada')
  await shopper.click({ role: 'link', name: 'Settings' })
  await see(shopper, '/en/account/details', 'Settings')
}

t.test('a customer in Firefox opens an account by link, keeps the cart, and leaves nothing behind', async (t) => {
  const email = 'firefox@shopper.example'
  const complaints = await visitIn(firefox, shop.url, async (shopper) => {
    await shopper.open('/en/shop/product/round-eternity-ring?size=6')
    await shopper.click({ role: 'button', name: 'Add to cart' })
    await shopper.see({ role: 'list', name: 'Cart items' })
    await shopper.open('/en/account')
    await shopper.arriveAt('/en/account/sign-in')
    await shopper.hydrated()
    await shopper.typeInto({ label: 'Email' }, email)
    await shopper.click({ role: 'button', name: 'Email me a link' })
    await shopper.see({ role: 'alert', text: 'Please check your inbox' })

    const token = await nextToken(mailServer, email)
    await shopper.open(`/en/account/link?token=${token}`)
    await shopper.click({ role: 'button', name: 'Sign in' })
    await shopper.arriveAt('/en/account')
    await shopper.click({ role: 'link', name: 'Settings' })
    await shopper.arriveAt('/en/account/details')
    await shopper.hydrated()
    await shopper.typeInto({ label: 'First name' }, 'Grace')
    await shopper.click({ role: 'button', name: 'Save' })
    await shopper.see({ role: 'alert', text: 'Your details are saved.' })

    await shopper.open('/en/cart')
    await shopper.see({ role: 'link', name: /Round eternity band/ })
    await shopper.open('/en/account')
    const former = await shopper.page.evaluate(() => localStorage.getItem('cart_id'), null)
    t.match(former, /^cart_/)
    await shopper.click({ role: 'button', name: 'Sign out' })
    await shopper.see({ role: 'alert', text: 'You’ve signed out.' })
    await shopper.open('/en/cart')
    await shopper.see({ css: 'main', text: 'Your cart is empty' })
    const stored = await shopper.page.evaluate(() => JSON.stringify(localStorage), null)
    t.notMatch(stored, 'cus_')
    t.notMatch(stored, former)
  })
  t.same(complaints, [], 'the browser has nothing to complain about')
})

t.test('a customer in Firefox registers, orders to a saved address, orders again and reads the invoice', async (t) => {
  const complaints = await visitIn(firefox, shop.url, async (shopper) => {
    await shopper.open('/en/account/sign-in?with=register')
    await shopper.typeInto({ css: '[name=first_name]' }, 'Ada')
    await shopper.typeInto({ label: 'Email' }, FOX)
    await shopper.click({ role: 'button', name: 'Create account' })
    await shopper.see({ role: 'alert', text: 'Please check your inbox' })
    await shopper.open(`/en/account/link?token=${await nextToken(mailServer, FOX)}`)
    await shopper.typeInto({ label: 'Password, at least 10 characters' }, 'short')
    await shopper.click({ role: 'button', name: 'Save and sign in' })
    await shopper.see({ css: 'main', text: 'Please choose a password of at least 10 characters.' })
    await shopper.typeInto({ label: 'Password, at least 10 characters' }, PASSWORD)
    await shopper.click({ role: 'button', name: 'Save and sign in' })
    await see(shopper, '/en/account', 'Hello, Ada')

    await shopper.open('/en/account/addresses')
    await fillAddress(shopper, { css: 'main' })
    await shopper.click({ role: 'button', name: 'Save address' })
    await shopper.see({ role: 'alert', text: 'Your address is saved.' })

    await shopper.open(`${RING}?size=6`)
    await shopper.click({ role: 'button', name: 'Add to cart' })
    await shopper.click({ role: 'link', name: 'Checkout', within: { role: 'dialog', name: 'Cart' } })
    await shopper.arriveAt('/en/checkout/details')
    await shopper.hydrated()
    t.equal((await shopper.see({ label: 'Email' })).value, FOX)
    t.equal((await shopper.see({ css: '[name="shipping_address.city"]' })).value, 'New York')
    await shopper.click({ css: 'input[type=radio]', within: { role: 'group', name: 'Delivery method' } })
    await goOn(shopper)
    await shopper.click({ role: 'button', name: /^Place order/ })
    await see(shopper, '/en/order/confirmation', /^Thank you/)

    await shopper.open('/en/account')
    await shopper.see({ css: 'main', text: 'Awaiting payment' })
    await shopper.click({ css: 'main a[href*="/account/orders/"]' })
    await shopper.see({ role: 'heading', name: /order/i, within: { css: 'main' } })
    await shopper.hydrated()
    await shopper.see({ role: 'link', name: 'Download invoice (PDF)' })
    const invoice = await shopper.page.evaluate(async () => {
      const link = document.querySelector<HTMLAnchorElement>('main a[href*="/invoice.pdf"]')
      const response = await fetch(link?.href ?? '')
      return [response.status, response.headers.get('content-type')]
    }, null)
    t.same(invoice, [200, 'application/pdf'])
    await shopper.click({ role: 'button', name: 'Order again' })
    await shopper.arriveAt('/en/cart')
    await shopper.see({ role: 'link', name: /Round eternity band/ })
  })
  t.same(complaints, [], 'the browser has nothing to complain about')
})

t.test('a customer in Firefox finds the wish list on another device, and signs out everywhere', async (t) => {
  const complaints = await visitIn(firefox, shop.url, async (phone) => {
    await signInByPassword(phone, FOX, 'a ring for a wolf')
    await phone.see({ role: 'alert', text: 'This email and password don’t match' })
    await signInByPassword(phone, FOX, PASSWORD)
    await see(phone, '/en/account', 'Hello, Ada')
    await phone.open(RING)
    await phone.click({ role: 'button', name: /^Wish list/ })
    await phone.waitFor(() => localStorage.getItem('synced')?.includes('"wish_list":["round-eternity-ring"]'), null)
    t.same(
      await visitIn(firefox, shop.url, async (laptop) => {
        await signInByPassword(laptop, FOX, PASSWORD)
        await see(laptop, '/en/account', 'Hello, Ada')
        await laptop.waitFor(() => localStorage.getItem('wish_list') === 'round-eternity-ring', null)
        await laptop.open('/en/wishlist')
        await laptop.see({ role: 'link', name: /Round eternity band/ })
        await laptop.open('/en/account/details')
        await laptop.click({ role: 'button', name: 'Sign out on all other devices' })
        await laptop.see({ role: 'alert', text: 'You’re signed out on all your other devices.' })
      }),
      [],
    )
    await phone.open('/en/account')
    await phone.arriveAt('/en/account/sign-in')
    await phone.open('/en/cart')
    await phone.see({ css: 'main', text: 'Your cart is empty' })
  })
  t.same(complaints, [], 'the browser has nothing to complain about')
})

t.test('a customer in Firefox downloads what the shop stores about them', async (t) => {
  const complaints = await visitIn(firefox, shop.url, async (shopper) => {
    await openSettings(shopper, FOX)
    await shopper.click({ role: 'link', name: 'Download your data' })
    const path = join(downloads, 'my-data.zip')
    // Firefox writes to another file until the download is complete.
    await until(() => existsSync(path) && !existsSync(`${path}.part`) && readFileSync(path).length > 0)
    const files = unzipSync(readFileSync(path))
    const text = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('\n')
    t.match(text, FOX)
    t.match(text, '12 Engine Street')
    await shopper.see({ role: 'heading', name: 'Settings' })
  })
  t.same(complaints, [], 'the browser has nothing to complain about')
})

t.test('a customer in Firefox asks for the deletion of the account, and takes it back', async (t) => {
  const complaints = await visitIn(firefox, shop.url, async (shopper) => {
    await openSettings(shopper, FOX)
    await shopper.click({ role: 'button', name: 'Delete my account' })
    await shopper.see({ css: 'main', text: 'Please tick the box to confirm that you want to delete your account.' })
    await shopper.hydrated()
    // `:focus` matches nothing in a window that is not the active one.
    await shopper.waitFor(() => document.activeElement?.getAttribute('name') === 'confirm', null)
    await shopper.click({ label: 'I want to delete my account' })
    await shopper.click({ role: 'button', name: 'Delete my account' })
    await shopper.arriveAt('/en/account/sign-in')
    await shopper.see({ role: 'alert', text: 'We’ll delete your account in 14 days.' })
    await signInByPassword(shopper, FOX, PASSWORD)
    await see(shopper, '/en/account', /^Your account will be deleted on/)
    await shopper.click({ role: 'button', name: 'Keep my account' })
    await shopper.see({ role: 'alert', text: 'Your account stays.' })
    await shopper.miss({ role: 'button', name: 'Keep my account' })
  })
  t.same(complaints, [], 'the browser has nothing to complain about')
})

t.test('a customer in Firefox confirms another email address, and signs in with it', async (t) => {
  const next = 'vixen@shopper.example'
  const complaints = await visitIn(firefox, shop.url, async (shopper) => {
    await openSettings(shopper, FOX)
    const form = { role: 'region', name: 'Change your email address' }
    await shopper.typeInto({ label: 'New email address' }, next)
    await shopper.typeInto({ label: 'Current password', within: form }, PASSWORD)
    await shopper.click({ role: 'button', name: 'Email me a link' })
    await shopper.see({ role: 'alert', text: 'Please open the link we’ve sent to your current address.' })
    const mail = await mailServer.waitFor(FOX, ({ subject }) => subject === 'Your email address is about to change')
    await shopper.open(/\/en\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? '')
    await shopper.click({ role: 'button', name: 'Allow the change' })
    await shopper.see({ role: 'alert', text: 'Now please open the link we’ve sent to your new address.' })
    await shopper.open(`/en/account/link?token=${await nextToken(mailServer, next)}`)
    await shopper.click({ role: 'button', name: 'Confirm this address' })
    await shopper.see({ role: 'alert', text: 'Your email address has been changed.' })
    await shopper.see({ css: 'main', text: next })
    await shopper.click({ role: 'button', name: 'Sign out' })
    await shopper.see({ role: 'alert', text: 'You’ve signed out.' })
    await openSettings(shopper, next)
  })
  t.same(complaints, [], 'the browser has nothing to complain about')
})
