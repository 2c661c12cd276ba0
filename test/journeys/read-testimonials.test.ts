import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { startShop } from '#test/support/test-shop.ts'

const CONTENT = join(import.meta.dirname, '../../content')

t.test('the page of a product shows its testimonials, and no section without any', async (t) => {
  const { dataDir } = await sharedCommerce()
  const contentDir = join(dataDir, 'content-with-testimonials')
  await cp(CONTENT, contentDir, { recursive: true, filter: (path) => !/media$|_testimonials$/.test(path) })
  await symlink(join(CONTENT, 'media'), join(contentDir, 'media'))

  const shop = await startShop(t, { env: { CONTENT_DIR: contentDir } })
  const { product } = await findRing(shop.url)
  await mkdir(join(contentDir, 'en/_testimonials'))
  await writeFile(
    join(contentDir, 'en/_testimonials/sample.yml'),
    `name: Sample\nwords: A sample, said by nobody.\ndate: 2026-11-21\nrating: 5\nproduct: ${product.handle}\n`,
  )
  await shop.app.content.refresh()

  await visit(t, shop.url, async (page) => {
    await page.goto(`/en/shop/product/${product.handle}`)
    await hydrated(page)
    const testimonials = page.getByRole('region', { name: 'What customers say' })
    await testimonials.getByText('A sample, said by nobody.').waitFor()
    await testimonials.getByRole('img', { name: '5 out of 5' }).waitFor()
    await page.goto(`/ru/shop/product/${product.handle}`)
    await hydrated(page)
    t.equal(await page.getByRole('region', { name: 'Что говорят покупатели' }).count(), 0)
  })
})

t.test(
  'the testimonials of the sample shop say that they are samples, and search engines do not see them',
  async (t) => {
    const shop = await startShop(t)
    for (const [path, note] of [
      ['/en', 'Sample text, not a customer’s review'],
      ['/ru/shop/product/round-solitaire-ring', 'Это пример, а не отзыв покупателя'],
    ] as const) {
      await visit(t, shop.url, async (page) => {
        await page.goto(path)
        await hydrated(page)
        const quotes = page.locator('figure').filter({ has: page.locator('blockquote') })
        t.ok((await quotes.count()) > 0, path)
        t.equal(await quotes.filter({ hasText: note }).count(), await quotes.count(), 'each has its note')
        const data = await page.locator('script[type="application/ld+json"]').allTextContents()
        t.notMatch(data.join(), /review|rating/i)
      })
    }
  },
)
