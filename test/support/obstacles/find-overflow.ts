import type { Page } from 'playwright'

const SMALLEST = { width: 320, height: 640 }
const PHONE = { width: 390, height: 844 }

/** Elements that overflow sideways on the smallest phone, or with text at 200 %: a line for each. */
export async function findOverflow(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const wide: string[] = []
  await page.setViewportSize(SMALLEST)
  for (const line of await page.evaluate(whatIsTooWide)) wide.push(`at 320 px ${line}`)
  await page.setViewportSize(PHONE)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  for (const line of await page.evaluate(whatIsTooWide)) wide.push(`in letters twice as large ${line}`)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  if (before) await page.setViewportSize(before)
  return wide
}

/** Elements that may scroll by themselves are skipped: tables, and rows of images or links. */
function whatIsTooWide(): string[] {
  const dialog = document.querySelector('dialog:modal')
  const beyond = document.documentElement.scrollWidth - innerWidth
  const container = dialog ?? document.body
  const inside = [...(dialog ? [dialog] : []), ...container.querySelectorAll('*')].filter((element) => {
    const { overflowX, overflowY } = getComputedStyle(element)
    if (overflowY !== 'auto' || (overflowX === 'auto' && element.scrollHeight <= element.clientHeight)) return false
    return element.scrollWidth > element.clientWidth + 1 && !element.querySelector(':scope > table')
  })
  return [
    ...(beyond > 0 ? [`the page is ${beyond} px too wide`] : []),
    ...(dialog ? inside : []).map((element) => `what is open is too wide: ${element.outerHTML.slice(0, 120)}`),
  ]
}
