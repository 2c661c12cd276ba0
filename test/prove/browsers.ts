/**
 * The walks of a shopper in Firefox and in WebKit, the engine of Safari, by their drivers: WebDriver BiDi and WebDriver.
 * Wants `firefox-esr`, `webkit2gtk-driver` and `xvfb`. `SCREENSHOTS` names a folder for pictures of some pages. Exit 1
 * where a walk does not come to its end.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Engine } from '#test/engines/engine.ts'
import { launchFirefox } from '#test/engines/firefox.ts'
import { visitIn, WALKS } from '#test/engines/walks.ts'
import { launchWebKit } from '#test/engines/webkit.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'

const PICTURED = ['/en', '/en/shop/rings', '/en/shop/product/round-eternity-ring', '/en/cart', '/ru/ring-size']
const screenshots = process.env['SCREENSHOTS']
if (screenshots) mkdirSync(screenshots, { recursive: true })

const commerce = await startTestCommerce({ name: 'prove-browsers' })
const shop = await openShop(commerce, { folder: 'storefront', env: { LOG_LEVEL: 'silent' } })
try {
  await walkIn('firefox', await launchFirefox())
  await walkIn('webkit', await launchWebKit())
} finally {
  await shop.stop()
  await commerce.stop()
}

async function walkIn(name: string, engine: Engine): Promise<void> {
  try {
    for (const [title, walk] of Object.entries(WALKS)) await run(name, engine, title, walk)
    if (screenshots) await takePictures(name, engine, screenshots)
  } finally {
    await engine.close()
  }
}

async function run(name: string, engine: Engine, title: string, walk: (typeof WALKS)[string]): Promise<void> {
  const started = performance.now()
  const picture = screenshots && join(screenshots, `${name} ${title}.png`)
  const told = await visitIn(engine, shop.url, (shopper) => walk(shopper, shop.url), picture).catch(
    (error: unknown) => [String(error)],
  )
  if (told.length > 0) process.exitCode = 1
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(JSON.stringify({ name: `browsers ${name}`, walk: title, seconds, fine: told.length === 0, told }))
}

async function takePictures(name: string, engine: Engine, folder: string): Promise<void> {
  for (const width of [1280, 390]) {
    await visitIn(engine, shop.url, async (shopper) => {
      await shopper.page.resize(width, 844)
      for (const path of PICTURED) {
        await shopper.open(path)
        await shopper.page.screenshot(join(folder, `${name} ${width}${path.replaceAll('/', ' ')}.png`))
      }
    })
  }
}
