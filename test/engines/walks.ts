import { SHOPPER } from '#test/support/shopper.ts'

import type { Engine, EnginePage } from './engine.ts'
import { ShopperPage } from './shopper-page.ts'
import { buyARing } from './walks/buy-a-ring.ts'
import { filterAListing, filterOnAPhone } from './walks/filter-a-listing.ts'
import { readAnArticle } from './walks/read-an-article.ts'
import { searchPage } from './walks/search-page.ts'
import { stepThroughCheckout } from './walks/step-through-checkout.ts'

/**
 * What a shopper does in every engine, by what the shopper would call it. They throw where something is not as wanted.
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
 * Lets a shopper with a browser profile of their own visit the shop.
 * @param screenshot where an image of the page goes if the visit fails
 * @returns what the page's console has shown, where the engine tells
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
