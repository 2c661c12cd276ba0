import { SHOPPER } from '#test/support/shopper.ts'

import type { Engine, EnginePage } from './engine.ts'
import { ShopperPage } from './shopper-page.ts'
import { buyARing } from './walks/buy-a-ring.ts'
import { filterAListing, filterOnAPhone } from './walks/filter-a-listing.ts'
import { readAnArticle } from './walks/read-an-article.ts'
import { searchPage } from './walks/search-page.ts'
import { stepThroughCheckout } from './walks/step-through-checkout.ts'

/**
 * The walks that run in every engine, by title. A walk throws if something is wrong.
 */
export const WALKS: Record<string, (shopper: ShopperPage, origin: string) => Promise<unknown>> = {
  'buys two rings': (shopper, origin) => buyARing(shopper, origin, `${shopper.page.engine}-${SHOPPER.email}`),
  'narrows and sorts a list, looks at a piece, and comes back to the same place': filterAListing,
  'narrows a list in a sheet and sorts it, on a phone': filterOnAPhone,
  'follows the contents of an article, and comes back to where it was left': readAnArticle,
  'searches, narrows, searches anew and goes back': searchPage,
  'goes back through the checkout and forward again, and loses nothing': stepThroughCheckout,
}

/**
 * Runs a walk with a new browser profile.
 * @param screenshot the path of a screenshot that is saved if the walk fails
 * @returns the console messages of the page, if the engine reports them
 */
export async function visitIn<Page extends EnginePage>(
  engine: Engine<Page>,
  origin: string,
  body: (shopper: ShopperPage<Page>) => Promise<unknown>,
  screenshot?: string,
): Promise<string[]> {
  const page = await engine.newPage()
  try {
    await body(new ShopperPage(page, origin))
    return page.complaints()
  } catch (error) {
    if (screenshot) await page.screenshot(screenshot).catch(() => undefined)
    throw error
  } finally {
    await engine.closePage(page)
  }
}
