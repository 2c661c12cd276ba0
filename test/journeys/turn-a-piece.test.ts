import type { Page } from 'playwright'
import t from 'tap'

import { goTo, visit } from '#test/support/browser.ts'
import { visitShop } from '#test/support/test-shop.ts'

/** Graphics are computed by the processor here, so few pixels are enough. */
const SMALL = { viewport: { width: 320, height: 568 }, expected: [/GPU stall due to ReadPixels/] }
const DRAWN_MS = 120_000

const shop = await visitShop(t)

t.test('a shopper turns a ring, sees it from above and beside a diamond, and goes back to its pictures', async (t) => {
  await visit(t, shop.url, SMALL, async (page) => {
    const { title, viewer } = await turn(page)
    const ring = viewer.getByRole('application', { name: title })
    await ring.waitFor()
    await ring.focus()
    await page.keyboard.press('ArrowLeft')
    await viewer.getByRole('button', { name: 'From above' }).click()
    await viewer.getByRole('button', { name: 'Beside a diamond' }).click()
    await viewer.getByText('Diamond', { exact: true }).waitFor()
    await viewer.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('list', { name: `Pictures of ${title}` }).waitFor()
  })
})

t.test('a device without graphics shows the picture and says so', async (t) => {
  await visit(t, shop.url, SMALL, async (page) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    const { viewer } = await turn(page)
    await viewer.getByText('This piece cannot be turned right now. Here is its picture.').waitFor()
    t.ok(await viewer.getByRole('img').isVisible())
  })
})

t.test('a damaged model shows the picture, and the ring can be bought', async (t) => {
  await visit(t, shop.url, SMALL, async (page) => {
    await page.route('**/_media/*.glb', (route) => route.fulfill({ body: 'glTF, but not quite a model' }))
    const { viewer } = await turn(page)
    await viewer.getByText('This piece cannot be turned right now. Here is its picture.').waitFor()
    await page.getByRole('button', { name: 'Choose a size', exact: true }).click()
    await page.getByText('Please choose a size first.').waitFor()
  })
})

/** A ring with one stone: each costs the processor as much as the rest of the ring. */
async function turn(page: Page) {
  page.setDefaultTimeout(DRAWN_MS)
  const title = 'Round solitaire ring'
  await goTo(page, '/en/shop/product/round-solitaire-ring')
  await page.getByRole('button', { name: 'Turn it' }).click()
  return { title, viewer: page.getByRole('region', { name: `${title}: turn and zoom` }) }
}
