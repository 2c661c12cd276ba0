import type { Page } from 'playwright'

import type { ProductCardList } from '#shared/product/product.ts'

import { getJson } from './categories.ts'

export async function listOf(origin: string, path: string): Promise<{ handles: string[]; count: string }> {
  const { products, count } = await getJson<ProductCardList>(`${origin}/api/products/${path}`)
  return { handles: products.map(({ handle }) => handle), count: count === 1 ? '1 piece' : `${count} pieces` }
}

export async function shownProducts(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('main article h2 a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return hrefs.map((href) => href.replace(/^.*\/|\?.*$/g, ''))
}

export async function counted(page: Page, count: string): Promise<void> {
  await page.locator('main [role="status"]', { hasText: new RegExp(`^${count}$`) }).waitFor({ state: 'attached' })
  await page.locator('main [aria-busy="false"]').waitFor()
}

/** Records what live regions announce, as a screen reader hears it; a modal dialog silences the rest of the page. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  const received = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const isSilent = document.querySelector('dialog:modal') && !element?.closest('dialog:modal')
        if (addedNodes.length > 0 && !isSilent && element?.closest('[role="status"]'))
          texts.push(element.textContent ?? '')
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    return texts
  })
  return () => received.jsonValue()
}
