import type { Page, Request } from 'playwright'

import { until } from './until.ts'

export const LIGHTS = ['light', 'dark'] as const
export type Light = (typeof LIGHTS)[number]

const PATIENCE_MS = 30_000

const underWay = new WeakMap<Page, Set<Request>>()

export async function switchLight(page: Page, light: Light): Promise<void> {
  await page.emulateMedia({ colorScheme: light })
  await nextFrames(page)
}

export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    // Requests of the previous document no longer count.
    if (request.isNavigationRequest()) requests.clear()
    if (['script', 'fetch'].includes(request.resourceType())) requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/**
 * Waits until a watched page has its final look. Scrolls through it once and waits for each image.
 * @throws if an image cannot be loaded
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isInSight = (image: HTMLImageElement) => {
      const { top, right, bottom, left } = image.getBoundingClientRect()
      return image.checkVisibility() && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    }
    const nextFrame = async () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      requestAnimationFrame(resolve)
      return promise
    }
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      await nextFrame()
      await nextFrame()
      // In another window the browser may choose another image size; only `decode` shows that it has loaded.
      await Promise.allSettled([...document.images].filter(isInSight).map(async (image) => image.decode()))
    }
    scrollTo({ top: 0, behavior: 'instant' })
    await document.fonts.ready
  })
  await untilQuiet(page)
  await nextFrames(page)
  const broken = await page.evaluate(() =>
    [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).map(({ src }) => src),
  )
  if (broken.length > 0) throw new Error(`pictures that cannot be shown: ${broken.join(', ')}`)
}

export async function untilQuiet(page: Page): Promise<void> {
  await until(() => underWay.get(page)?.size === 0, PATIENCE_MS)
}

/** Waits until the page has painted a change: two frames at most, and no color in transition. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    requestAnimationFrame(() => requestAnimationFrame(resolve))
    await promise
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(async ({ finished }) => finished))
  })
}
