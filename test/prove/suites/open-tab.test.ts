import { join } from 'node:path'

import type { Page } from 'playwright'
import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { goTo, hydrated, seeHeading, visit } from '#test/support/browser.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { createShopFolder } from '#test/support/shop-folder.ts'
import { startShopProcess } from '#test/support/shop-process.ts'

const SKIP = 'Skip to content'
const NEW_SKIP = 'Go to the content'

t.test('an open tab moves from one build to the next without an error', async (t) => {
  const commerce = await sharedCommerce()
  const folder = await createShopFolder(join(commerce.dataDir, 'two-builds'))
  const PORT = String(await freePort(0, 'PORT'))
  const env = { ...shopEnvironment(commerce, 'two-builds-data'), PORT, NODE_ENV: 'production', LOG_LEVEL: 'info' }
  const open = async () => {
    const { ready, stop } = startShopProcess(t, { env, cwd: folder.path })
    return { url: await ready(), stop }
  }
  const first = await open()

  await visit(t, first.url, async (page) => {
    await page.clock.install()
    const looked = page.waitForResponse('**/_app/builds/latest.json')
    const manifest = page.waitForResponse('**/_app/builds/meta/*.json')
    await goTo(page, '/en')
    const { id } = (await (await looked).json()) as { id: string }
    t.equal((await manifest).status(), 200)
    await mark(page)

    await folder.edit('locales/pages/en.po', `msgstr "${SKIP}"`, `msgstr "${NEW_SKIP}"`)
    await folder.build()
    await first.stop()
    const second = await open()
    t.equal(second.url, first.url)

    // The tab has not noticed yet and still finds the files of its own build.
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Our story' }).waitFor()
    await page.keyboard.press('Escape')
    await category(page, 'Rings').click()
    await seeHeading(page, 'Rings')
    t.equal(await isMarked(page), true, 'within the document')
    await page.getByText(SKIP).waitFor()

    const lookedAgain = page.waitForResponse('**/_app/builds/latest.json')
    await page.clock.fastForward('16:00')
    const newer = (await (await lookedAgain).json()) as { id: string }
    t.not(newer.id, id)
    t.equal(await isMarked(page), true, 'nothing is taken from under the hands of the shopper')

    await page.getByRole('link', { name: 'Newest' }).click()
    await page.waitForURL(/\?/)
    t.equal(await isMarked(page), true, 'the same page is still of this build')

    await category(page, 'Necklaces').click()
    await seeHeading(page, 'Necklaces')
    t.equal(await isMarked(page), false, 'the next page is a document')
    await page.getByText(NEW_SKIP).waitFor()
    // The state is at the end of the document, which may still be arriving.
    await hydrated(page)
    t.match(await page.content(), `"build":"${newer.id}"`)

    await mark(page)
    await category(page, 'Rings').click()
    await seeHeading(page, 'Rings')
    t.equal(await isMarked(page), true, 'everything works as before afterwards')
  })
})

function category(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link', { name, exact: true })
}

async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
}

async function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window)
}
