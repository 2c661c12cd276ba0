import type { BrowserContext, Locator, Page } from 'playwright'

import { cartDrawer } from '#test/support/shopper.ts'

export interface Seen {
  products: Record<string, number>
  total: string | undefined
}

interface ClickedLine {
  title: string
  quantity: number
}

declare global {
  interface Window {
    clickedLine?: ClickedLine | undefined
    notify?: (text: string) => void
  }
}

export async function watchMessages(context: BrowserContext, receive: (text: string) => void): Promise<void> {
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
    // A region's text is only reported when it changes.
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

export async function openDrawer(page: Page): Promise<Locator> {
  const drawer = cartDrawer(page)
  if (!(await drawer.isVisible())) await page.getByRole('button', { name: /^Open cart/ }).click()
  const isThere = drawer.locator('li output').or(drawer.getByRole('link', { name: 'Shop all' }))
  // Opening the drawer retries a cart that could not be loaded.
  await isThere
    .or(drawer.getByRole('button', { name: 'Try again' }))
    .first()
    .waitFor()
  return drawer
}

export async function closeDrawer(page: Page): Promise<void> {
  if (await cartDrawer(page).isVisible()) await page.keyboard.press('Escape')
}

export async function readDrawer(page: Page): Promise<Seen> {
  return (await openDrawer(page)).evaluate((drawer) => {
    const products: Record<string, number> = {}
    for (const line of drawer.querySelectorAll('li:has(output)')) {
      const title = line.querySelector('form p')?.textContent ?? ''
      // A duplicated line must not be merged into one.
      products[title in products ? `${title} again` : title] = Number(line.querySelector('output')?.textContent)
    }
    const total = [...drawer.querySelectorAll('dl > *')].find((figure) => figure.textContent.startsWith('Total'))
    return { products, total: total?.querySelector('dd')?.textContent }
  })
}

/** Makes the page report that it is hidden. `restore` makes it visible again. */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

export async function restore(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Deleting the override restores the browser's own value, which changes when the page closes.
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
