import type { Page } from 'playwright'

/** The two lights that every page is seen in. */
export const LIGHTS = ['light', 'dark'] as const
export type Light = (typeof LIGHTS)[number]

/** Turns the device to day or night, as the page then follows without being loaded again. */
export async function turnLight(page: Page, light: Light): Promise<void> {
  await page.emulateMedia({ colorScheme: light })
  await page.evaluate((theme) => {
    const { dataset } = document.documentElement
    dataset['theme'] = dataset['forcedTheme'] ?? theme
  }, light)
}

/**
 * Waits until a page looks as it will: scrolls through it once, so that pictures further down are fetched too.
 * @throws where a picture in sight cannot be shown
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = async () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      requestAnimationFrame(resolve)
      return promise
    }
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      await nextFrame()
      await nextFrame()
    }
    scrollTo({ top: 0, behavior: 'instant' })
    await document.fonts.ready
    await nextFrame()
  })
  await page.waitForFunction(allShown)
  const broken = await page.evaluate(() =>
    [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).map(({ src }) => src),
  )
  if (broken.length > 0) throw new Error(`pictures that cannot be shown: ${broken.join(', ')}`)
}

/** In the page: what lies beside the window, as a strip's later pictures do, may come later. */
function allShown(): boolean {
  return [...document.images].every((image) => {
    const { left, right } = image.getBoundingClientRect()
    return image.complete || right <= 0 || left >= innerWidth || !image.checkVisibility()
  })
}
