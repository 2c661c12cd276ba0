import { SHOPPER } from '#test/support/shopper.ts'

import type { Engine, EnginePage } from './engine.ts'
import { ShopperPage } from './shopper-page.ts'
import { buyARing } from './walks/buy-a-ring.ts'
import { filterAListing, filterOnAPhone } from './walks/filter-a-listing.ts'
import { readAnArticle } from './walks/read-an-article.ts'
import { retryTheCart } from './walks/retry-the-cart.ts'
import { searchPage } from './walks/search-page.ts'
import { stepThroughCheckout } from './walks/step-through-checkout.ts'

type Walks = Record<string, (shopper: ShopperPage, origin: string) => Promise<unknown>>

export const MAIN_WALKS: Walks = {
  'buys two rings': (shopper, origin) => buyARing(shopper, origin, `${shopper.page.engine}-${SHOPPER.email}`),
  'narrows and sorts a list, looks at a piece, and comes back to the same place': filterAListing,
  'searches, narrows, searches anew and goes back': searchPage,
  'goes back through the checkout and forward again, and loses nothing': stepThroughCheckout,
}

/** All walks, which `npm run prove browsers` takes in every engine. */
export const WALKS: Walks = {
  ...MAIN_WALKS,
  'narrows a list in a sheet and sorts it, on a phone': filterOnAPhone,
  'opens the cart once the network is back': retryTheCart,
  'follows the contents of an article, and comes back to where it was left': readAnArticle,
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
