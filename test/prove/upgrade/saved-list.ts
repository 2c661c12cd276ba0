import { complaintsIn, hydrated } from '#test/support/browser.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { answerConsentBefore, seePopupsBefore } from '#test/support/seen-popups.ts'
import { until } from '#test/support/until.ts'

/** A wish list, which the browser stores. */
export interface SavedList {
  /** Adds the next product. */
  add: () => Promise<void>
  /** Rejects unless the page of the list shows every added product. */
  check: () => Promise<void>
  /** Errors of the pages, a line each. */
  complaints: string[]
}

/** Opens a browser. @param url origin of the shop */
export async function openSavedList(t: { teardown: (end: () => unknown) => void }, url: string): Promise<SavedList> {
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const context = await browser.newContext({ baseURL: url })
  await seePopupsBefore(context)
  await answerConsentBefore(context)
  const complaints = complaintsIn(context, url)
  const page = await context.newPage()
  const hearts = (isPressed: boolean) =>
    page.getByRole('button', { name: /^Wish list: / }).and(page.locator(`[aria-pressed=${isPressed}]`))
  let added = 0

  async function open(path: string): Promise<void> {
    await page.goto(path)
    await hydrated(page)
    await until(async () => (await hearts(true).count()) === added)
  }
  return {
    complaints,
    async add() {
      await open('/en/shop/viewAll')
      await hearts(false).first().click()
      added += 1
      await until(async () => (await hearts(true).count()) === added)
    },
    check: () => open('/en/wishlist'),
  }
}
