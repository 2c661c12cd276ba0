import { deepEqual, equal, match } from 'node:assert/strict'

import { listOf } from '#test/support/listing.ts'

import type { ShopperPage } from '../shopper-page.ts'
import { counted, shownProducts } from './steps.ts'

export async function filterAListing(shopper: ShopperPage, origin: string): Promise<void> {
  const wanted = await listOf(origin, 'all?metal=white-gold&metal=yellow-gold&cut=round&in_stock=true&sort=price-asc')
  const chosen = '/en/shop/viewAll?metal=white-gold&metal=yellow-gold&cut=round&stock=in'
  const filters = { role: 'form', name: 'Filters' }
  await shopper.open('/en/shop/viewAll')
  for (const [group, name] of [
    ['Metal', 'White gold'],
    ['Metal', 'Yellow gold'],
    ['Stone cut', 'Round'],
    ['Availability', 'In stock'],
  ] as const)
    await shopper.click({ role: 'checkbox', name, within: { role: 'group', name: group, within: filters } })
  await shopper.arriveAt(chosen)
  await counted(shopper, wanted.count)
  await shopper.click({ role: 'link', name: 'Price: low to high', within: { role: 'navigation', name: 'Sort by' } })
  await shopper.arriveAt(`${chosen}&sort=price-asc`)
  await shopper.see({ css: 'nav [aria-current="true"]', text: 'Price: low to high' })
  await counted(shopper, wanted.count)
  deepEqual(await shownProducts(shopper), wanted.handles)

  await shopper.page.evaluate(() => scrollTo(0, 640), null)
  await shopper.waitFor(() => scrollY === 640, null)
  await clickProduct(shopper, 4)
  equal(await shopper.page.evaluate(() => scrollY, null), 0, 'the product page is scrolled to the top')
  match(await shopper.path(), /\?metal=(?:white|yellow)-gold$/, 'a selected metal is shown')
  await shopper.page.back()
  await shopper.arriveAt(`${chosen}&sort=price-asc`)
  await counted(shopper, wanted.count)
  await shopper.waitFor(() => scrollY === 640, null)
  equal((await shopper.find({ role: 'checkbox', name: 'Round', within: filters })).isChecked, true)

  await shopper.open(`${chosen}&sort=price-asc`)
  deepEqual(await shownProducts(shopper), wanted.handles, 'the address opened afresh shows the same')
  await shopper.click({ role: 'link', name: 'Clear all', within: { role: 'list', name: 'Active filters' } })
  await shopper.arriveAt('/en/shop/viewAll?sort=price-asc')
  await counted(shopper, (await listOf(origin, 'all')).count)
}

export async function filterOnAPhone(shopper: ShopperPage, origin: string): Promise<void> {
  const platinum = await listOf(origin, 'rings?metal=platinum')
  await shopper.page.resize(390, 844)
  await shopper.open('/en/shop/rings')
  await shopper.click({ role: 'button', name: 'Filter' })
  const dialog = { role: 'dialog', name: 'Filters' }
  await shopper.click({ role: 'checkbox', name: 'Platinum', within: dialog })
  await shopper.click({ role: 'button', name: `Show ${platinum.count}`, within: dialog })
  await shopper.miss(dialog)
  deepEqual(await shownProducts(shopper), platinum.handles)
  await shopper.click({ role: 'button', name: /^Sort/ })
  await shopper.click({ role: 'link', name: 'Newest' })
  await shopper.arriveAt('/en/shop/rings?metal=platinum&sort=newest')
  await shopper.miss({ role: 'link', name: 'Newest' })
  deepEqual((await shownProducts(shopper)).toSorted(), platinum.handles.toSorted())
}

async function clickProduct(shopper: ShopperPage, index: number): Promise<void> {
  // Does not scroll to it, because the scroll position is tested.
  await shopper.page.evaluate((at) => document.querySelectorAll<HTMLElement>('main article h2 a')[at]?.click(), index)
  await shopper.see({ role: 'button', name: /^(Add to cart|Choose a size)$/ })
}
