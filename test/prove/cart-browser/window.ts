import type { BrowserContext, Locator, Page } from 'playwright'

import { cartDrawer } from '#test/support/shopper.ts'

/** What a shopper reads in the drawer: how many of each product, by its name, and what they cost. */
export interface Seen {
  products: Record<string, number>
  /** As it is written; undefined of an empty cart. */
  total: string | undefined
}

/** The line whose button was clicked, as it was at that moment. */
export interface ClickedLine {
  title: string
  quantity: number
}

declare global {
  interface Window {
    clickedLine?: ClickedLine | undefined
    notify?: (text: string) => void
  }
}

/** Listens to what every page of the browser says to its shopper, and notes on which line they click. */
export async function listenAlong(context: BrowserContext, receive: (text: string) => void): Promise<void> {
  await context.exposeBinding('notify', (_source, text: string) => receive(text))
  await context.addInitScript(() => {
    addEventListener(
      'click',
      ({ target }) => {
        const line = target instanceof Element ? target.closest('button')?.closest('li') : null
        const title = line?.querySelector('form p')?.textContent
        const quantity = Number(line?.querySelector('output')?.textContent)
        window.clickedLine = title ? { title, quantity } : undefined
      },
      { capture: true },
    )
    // What stands there already is no news.
    const reported = new WeakMap<Element, string>()
    const listen = () => {
      for (const region of document.querySelectorAll('[aria-live]')) {
        const text = region.textContent.trim()
        if (text && text !== reported.get(region)) window.notify?.(text)
        reported.set(region, text)
      }
    }
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Opens the drawer where it is closed. */
export async function openDrawer(page: Page): Promise<Locator> {
  const drawer = cartDrawer(page)
  if (!(await drawer.isVisible())) await page.getByRole('button', { name: /^Open cart/ }).click()
  const isThere = drawer.locator('li output').or(drawer.getByRole('link', { name: 'See the collection' }))
  // A cart that could not be fetched is asked for again by the opening.
  await isThere
    .or(drawer.getByRole('button', { name: 'Try again' }))
    .first()
    .waitFor()
  return drawer
}

/** Closes it where it is open, to reach the page behind. */
export async function closeDrawer(page: Page): Promise<void> {
  if (await cartDrawer(page).isVisible()) await page.keyboard.press('Escape')
}

export async function readDrawer(page: Page): Promise<Seen> {
  return (await openDrawer(page)).evaluate((drawer) => {
    const products: Record<string, number> = {}
    for (const line of drawer.querySelectorAll('li:has(output)')) {
      const title = line.querySelector('form p')?.textContent ?? ''
      // A line that stands twice must not look like one.
      products[title in products ? `${title} again` : title] = Number(line.querySelector('output')?.textContent)
    }
    const total = [...drawer.querySelectorAll('dl > *')].find((figure) => figure.textContent.startsWith('Total'))
    return { products, total: total?.querySelector('dd')?.textContent }
  })
}

/** The shopper looks at something else, and back again. */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

export async function restore(page: Page): Promise<void> {
  await page.evaluate(() => {
    // The browser's own word again: it has another when the page goes.
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
