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

for (const [phone, userAgent] of [
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)'],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0.0.0 Mobile'],
] as const) {
  t.test(`${phone} is handed the ring in the chosen metal, to see it in the room`, async (t) => {
    await visit(t, shop.url, { ...SMALL, userAgent }, async (page) => {
      await page.addInitScript((isApple) => {
        if (isApple) DOMTokenList.prototype.supports = (token) => token === 'ar'
        const toUrl = URL.createObjectURL.bind(URL)
        URL.createObjectURL = (file) => {
          Reflect.set(globalThis, 'file', file)
          return toUrl(file)
        }
        // Neither program is on this machine.
        HTMLAnchorElement.prototype.click = function click() {
          document.title = `${this.rel} ${this.href}`
        }
      }, phone === 'an iPhone')
      const { viewer } = await turn(page, '?metal=rose-gold')
      await viewer.getByRole('button', { name: 'See it in your room' }).click()
      await page.waitForFunction(() => /intent:|blob:/.test(document.title))
      const link = await page.title()
      if (phone === 'an Android phone') {
        const file = encodeURIComponent(`${shop.url}/_media/ring-solitaire-round-ar.glb?metal=rose-gold`)
        t.ok(link.includes(`intent://arvr.google.com/scene-viewer/1.2?file=${file}&`), link)
        t.equal((await fetch(decodeURIComponent(file))).status, 200)
        return
      }
      t.match(link, /^ar blob:.*#allowsContentScaling=0$/)
      const usdz = await page.evaluate(async () => await (Reflect.get(globalThis, 'file') as Blob).text())
      t.match(usdz, /^PK.*model\.usda/s)
      t.match(usdz, /color3f inputs:diffuseColor = \(0\.93, 0\.655, 0\.52\)/)
    })
  })
}

/** A ring with one stone: each costs the processor as much as the rest of the ring. */
async function turn(page: Page, query = '') {
  page.setDefaultTimeout(DRAWN_MS)
  const title = 'Round solitaire ring'
  await goTo(page, `/en/shop/product/round-solitaire-ring${query}`)
  await page.getByRole('button', { name: 'Turn it' }).click()
  return { title, viewer: page.getByRole('region', { name: `${title}: turn and zoom` }) }
}
