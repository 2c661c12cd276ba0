import { equal, ok } from 'node:assert/strict'

import type { ShopperPage } from '../shopper-page.ts'

export async function readAnArticle(shopper: ShopperPage): Promise<void> {
  const contents = { role: 'navigation', name: 'On this page' }
  await shopper.open('/en/blogs')
  await shopper.page.evaluate(() => scrollTo(0, 150), null)
  await shopper.waitFor(() => scrollY === 150, null)
  await shopper.page.evaluate(
    () => document.querySelector<HTMLElement>('main a[href$="/blogs/ring-sizes"]')?.click(),
    null,
  )
  await shopper.arriveAt('/en/blogs/ring-sizes')
  await shopper.see(contents)
  const [id = ''] = await shopper.page.evaluate(
    () =>
      [...document.querySelectorAll('nav a[href^="#"]')].map((link) => link.getAttribute('href')?.slice(1)).slice(-1),
    null,
  )
  ok(id)
  await shopper.click({ css: `a[href="#${id}"]`, within: contents })
  await shopper.waitFor(isAtTop, id)
  await shopper.page.evaluate(async () => {
    // Longer than a late scroll would take.
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
  }, null)
  ok(await shopper.page.evaluate(isAtTop, id), 'the page stays at the target of the link')
  await shopper.page.back()
  await shopper.waitFor(() => location.hash === '' && document.querySelector('nav a[href^="#"]') !== null, null)
  await shopper.waitFor((to) => (document.getElementById(to)?.getBoundingClientRect().top ?? 0) > innerHeight / 2, id)
  await shopper.page.back()
  await shopper.arriveAt('/en/blogs')
  await shopper.waitFor(() => scrollY === 150, null)
  equal(await shopper.page.evaluate(() => scrollY, null), 150)
}

/** Runs in the page. The last headings cannot reach the top if the page cannot scroll further. */
function isAtTop(id: string): boolean {
  const { top } = document.getElementById(id)?.getBoundingClientRect() ?? { top: -1 }
  const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
  return scrollY > 200 && top >= 0 && (top < 200 || isEnd) && top < innerHeight
}
