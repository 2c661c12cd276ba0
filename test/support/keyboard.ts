import type { JSHandle, Page } from 'playwright'

/** Far more tab stops than any page has between two that a test names. */
const MOST_STOPS = 150

/**
 * Role and name of the focused element, as a screen reader reads it: `button "Open menu"`; '' if nothing is focused.
 */
export async function focused(page: Page): Promise<string> {
  const [first = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n')
  return first.replace(/^- /, '').replace(/:$/, '').replaceAll('\u00A0', ' ')
}

/**
 * Presses Tab, or another key, until the wanted element is focused.
 * @param wanted part of the text that `focused` returns, including the role
 * @throws if it is never focused, or if a focused element on the way is not visible
 */
export async function tabTo(page: Page, wanted: string, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if ((await step(page, key)).includes(wanted)) return
  }
  throw new Error(`${key} never comes to ${wanted}`)
}

export async function step(page: Page, key = 'Tab'): Promise<string> {
  await page.keyboard.press(key)
  return nameInSight(page)
}

async function nameInSight(page: Page): Promise<string> {
  await standsStill(page)
  const name = await focused(page)
  const trouble = await whatHidesFocus(page)
  if (trouble) throw new Error(`${name} has the focus, but ${trouble}`)
  return name
}

export async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
}

async function whatHidesFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const box = {
      left: Math.max(left, 0),
      right: Math.min(right, innerWidth),
      top: Math.max(top, 0),
      bottom: Math.min(bottom, innerHeight),
    }
    if (box.right - box.left < 1 || box.bottom - box.top < 1) return `lies outside the window: ${left} ${top}`
    const points = [0.1, 0.5, 0.9].map((part) => [
      box.left + (box.right - box.left) / 2,
      box.top + (box.bottom - box.top) * part,
    ])
    const covers = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y))
    const hidden = covers.find((cover) => cover && !element.contains(cover) && !cover.contains(element))
    return hidden ? `is covered by <${hidden.tagName.toLowerCase()} class="${hidden.className}">` : undefined
  })
}

/**
 * Presses Tab until the focus has gone once around the open overlay.
 * @returns the focused elements in order, after the current one
 * @throws if the focus leaves the overlay or is not visible
 */
export async function tabAround(page: Page): Promise<string[]> {
  const stops: string[] = []
  let first: JSHandle<Element | null> | undefined
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    // After the last element, the focus goes to the browser's own buttons, which are not visible here.
    if (await page.evaluate(() => document.activeElement === document.body)) continue
    const name = await nameInSight(page)
    if (!(await page.evaluate(() => document.activeElement?.closest('dialog:modal'))))
      throw new Error(`${name} has the focus, behind what is open`)
    if (await first?.evaluate((element) => element === document.activeElement)) return stops
    first ??= await page.evaluateHandle(() => document.activeElement)
    stops.push(name)
  }
  throw new Error(`Tab never comes round: ${stops.join(', ')}`)
}
