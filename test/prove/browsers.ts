/**
 * Walks of a shopper in Firefox and in WebKit (Safari's engine), with WebDriver BiDi and WebDriver. Requires
 * `firefox-esr`, `webkit2gtk-driver` and `xvfb`. `SCREENSHOTS` names a folder for screenshots of some pages, and of the
 * last page of each walk. Exit 1 if a walk fails.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Engine } from '#test/engines/engine.ts'
import { launchFirefox } from '#test/engines/firefox.ts'
import { visitIn, WALKS } from '#test/engines/walks.ts'
import { launchWebKit } from '#test/engines/webkit.ts'
import { openProgramShop } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch } from '#test/support/program.ts'

const PICTURED = ['/en', '/en/shop/rings', '/en/shop/product/round-eternity-ring', '/en/cart', '/ru/ring-size']
const screenshots = process.env['SCREENSHOTS']
if (screenshots) mkdirSync(screenshots, { recursive: true })

await using t = openProgram()
const { url } = await openProgramShop(t, 'prove-browsers', { env: { LOG_LEVEL: 'silent' } })
await walkIn('firefox', await launchFirefox())
await walkIn('webkit', await launchWebKit())

async function walkIn(name: string, engine: Engine): Promise<void> {
  try {
    for (const [title, walk] of Object.entries(WALKS)) await run(name, engine, title, walk)
    if (screenshots) await takeScreenshots(name, engine, screenshots)
  } finally {
    await engine.close()
  }
}

async function run(name: string, engine: Engine, title: string, walk: (typeof WALKS)[string]): Promise<void> {
  const seconds = startWatch()
  const image = screenshots && join(screenshots, `${name} ${title}.png`)
  // The last page of a walk, such as a checkout step, gets a screenshot too.
  const visit = async (shopper: Parameters<typeof walk>[0]) => {
    await walk(shopper, url)
    if (image) await shopper.page.screenshot(image)
  }
  const reported = await visitIn(engine, url, visit, image).catch((error: unknown) => [String(error)])
  check(`browsers ${name}`, reported.length === 0, { walk: title, seconds: seconds(), reported })
}

async function takeScreenshots(name: string, engine: Engine, folder: string): Promise<void> {
  for (const width of [1280, 390]) {
    await visitIn(engine, url, async (shopper) => {
      await shopper.page.resize(width, 844)
      for (const path of PICTURED) {
        await shopper.open(path)
        await shopper.page.screenshot(join(folder, `${name} ${width}${path.replaceAll('/', ' ')}.png`))
      }
    })
  }
}
