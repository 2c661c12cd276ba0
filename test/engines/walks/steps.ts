import { SHOPPER } from '#test/support/shopper.ts'

import type { ShopperPage, Target } from '../shopper-page.ts'

export async function see(shopper: ShopperPage, path: string, heading: string | RegExp): Promise<void> {
  await shopper.arriveAt(path)
  await shopper.hydrated()
  await shopper.see({ role: 'heading', name: heading, within: { css: 'main' } })
}

export async function arrive(shopper: ShopperPage, step: string): Promise<void> {
  await shopper.arriveAt(`/en/checkout/${step}`)
  await shopper.hydrated()
  await shopper.see({ css: 'main:not([aria-busy]) h1' })
}

/** Fills in the details and goes to the payment, where only "Place order" is left. */
export async function checkOut(shopper: ShopperPage, email: string): Promise<void> {
  await arrive(shopper, 'details')
  await shopper.typeInto({ label: 'Email' }, email)
  await fillAddress(shopper)
  await shopper.click({ css: 'input[type=radio]', within: { role: 'group', name: 'Delivery method' } })
  await goOn(shopper)
}

/** Fills in an address of the United States, by default that of the delivery. */
export async function fillAddress(
  shopper: ShopperPage,
  within: Target = { role: 'group', name: 'Delivery address' },
): Promise<void> {
  await shopper.select({ label: 'Country', within }, SHOPPER.Country)
  for (const label of ['First name', 'Last name', 'Address', 'City'] as const)
    await shopper.typeInto({ label, within }, SHOPPER[label])
  await shopper.select({ label: 'State', within }, SHOPPER.State)
  await shopper.typeInto({ label: 'ZIP code', within }, SHOPPER['ZIP code'])
}

export async function goOn(shopper: ShopperPage): Promise<void> {
  await shopper.click({ role: 'button', name: /^Continue to/ })
  await arrive(shopper, 'payment')
}

export async function shownProducts(shopper: ShopperPage): Promise<string[]> {
  const hrefs = await shopper.page.evaluate(
    () => [...document.querySelectorAll('main article h2 a')].map((link) => link.getAttribute('href') ?? ''),
    null,
  )
  return hrefs.map((href) => href.replace(/^.*\/|\?.*$/g, ''))
}

export async function counted(shopper: ShopperPage, count: string): Promise<void> {
  await shopper.waitFor((wanted) => {
    const messages = [...document.querySelectorAll('main [role="status"]')].map(({ textContent }) => textContent)
    return messages.includes(wanted) && document.querySelector('main [aria-busy="false"]') !== null
  }, count)
}
