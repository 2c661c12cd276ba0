import { deepEqual, equal } from 'node:assert/strict'

import { listOf } from '#test/support/listing.ts'

import type { ShopperPage } from '../shopper-page.ts'
import { counted, shownProducts } from './steps.ts'

export async function searchPage(shopper: ShopperPage, origin: string): Promise<void> {
  const halo = await listOf(origin, 'search?q=halo&limit=48')
  const platinum = await listOf(origin, 'search?q=halo&metal=platinum&limit=48')
  await shopper.open('/en/search?q=oval')
  await shopper.page.evaluate(() => void (document.documentElement.dataset['sameDocument'] = 'yes'), null)
  const field = { role: 'searchbox', within: { css: 'main' } }
  await shopper.typeInto(field, 'halo')
  await shopper.click({ role: 'button', name: 'Search' })
  await shopper.see({ role: 'heading', name: 'Results for “halo”' })
  await counted(shopper, halo.count)
  deepEqual(await shownProducts(shopper), halo.handles)

  await shopper.click({ role: 'checkbox', name: 'Platinum' })
  await shopper.arriveAt('/en/search?q=halo&metal=platinum')
  await counted(shopper, platinum.count)
  deepEqual(await shownProducts(shopper), platinum.handles)
  await shopper.page.back()
  await shopper.arriveAt('/en/search?q=halo')
  await counted(shopper, halo.count)
  await shopper.page.back()
  await shopper.see({ role: 'heading', name: 'Results for “oval”' })
  equal((await shopper.see(field)).value, 'oval')
  equal(await shopper.page.evaluate(() => document.documentElement.dataset['sameDocument'], null), 'yes')

  await shopper.open('/ru/search?q=rjkmwj')
  await shopper.see({ role: 'heading', name: /«кольцо»/ })
  await shopper.open('/en/search?q=xqzvkw')
  await shopper.click({ role: 'link', name: 'wedding set', within: { role: 'region', name: 'Popular searches' } })
  await shopper.see({ role: 'heading', name: 'Results for “wedding set”' })
}
