import type { Page } from 'playwright'

import type { Locale } from '#shared/i18n/locale.ts'

interface ObstacleOptions {
  locale: Locale
  isPhone: boolean
  isOfCode?: boolean | undefined
}

/**
 * Accessibility problems of a page, or of its open overlay, that axe does not find: a line for each.
 * @param page in a window with reduced motion; its size and colors are restored afterwards
 */
export async function findObstacles(page: Page, { locale, isPhone, isOfCode }: ObstacleOptions): Promise<string[]> {
  const foreign = isOfCode ? [] : await page.evaluate(findForeignText, locale)
  const silent = await page.evaluate(findSilentErrors)
  const animated = await page.evaluate(findMotion)
  const small = await page.evaluate(findSmallTargets, isPhone)
  return [
    ...foreign,
    ...silent,
    ...animated,
    ...small,
    ...(await findHiddenStates(page)),
    ...(await findOverflow(page)),
  ]
}

/**
 * Text of the other language without a `lang` attribute, which a screen reader would mispronounce: a line for each.
 * Runs in the page. Names of people, companies, programs, standards and units, order numbers and error references have
 * no language.
 */
function findForeignText(locale: string): string[] {
  const NAMES =
    /\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]|Lumenite|PayPal|Visa|Mastercard|American Express|Amex|Ada(?: Lovelace)?|12 Engine Street|New York|Sample Jewellery Ltd|1 Example Street|London|England and Wales|Apple Pay|Google Pay|Maestro|Medusa|Mixpanel|Meta|Chromium|Chrome|Firefox|Safari|Android|iOS|Windows|JavaScript|Esc|WCAG|axe|ISO|IGI|GIA|GRA|EN|RU|EU|UK|US|USA|JP|USD|EUR|GBP|JPY|[A-Z]{2,4}|mm|cm|ct|[XVILM]+|\d+[KkXx]|\S+@\S+|https?:\S+)\b/g
  const [foreign, tongue] = locale === 'ru' ? [/[A-Za-z]{3,}/, 'en'] : [/[А-Яа-яЁё]{2,}/, 'ru']
  const found: string[] = []
  const check = (element: Element, text: string | null) => {
    // Typed text and addresses are quoted as they are.
    const own = text?.replaceAll(/[«“].*?[»”]|\/\S+/g, '').replaceAll(NAMES, '')
    if (!text || !own || !foreign.test(own)) return
    if (element.closest('[lang]')?.getAttribute('lang')?.startsWith(tongue)) return
    found.push(`in another language: "${text.trim().slice(0, 80)}" in ${element.outerHTML.slice(0, 120)}`)
  }
  for (const element of document.body.querySelectorAll('*')) {
    // Provinces are written as on an envelope.
    if (element.closest('code, script, style, noscript, template, svg *, select[name$="province"]')) continue
    for (const name of ['aria-label', 'alt', 'title', 'placeholder']) check(element, element.getAttribute(name))
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) check(element, node.textContent)
  }
  return found
}

/** Invalid fields without an error message for screen readers: a line for each. Runs in the page. */
function findSilentErrors(): string[] {
  const reported = (field: Element) =>
    ['aria-describedby', 'aria-errormessage']
      .flatMap((name) => (field.getAttribute(name) ?? '').split(/\s+/))
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('')
  return [...document.querySelectorAll('[aria-invalid="true"]')]
    .filter((field) => field.checkVisibility({ visibilityProperty: true }) && !/\S/.test(reported(field)))
    .map((field) => `is wrong and does not say why: ${field.outerHTML.slice(0, 160)}`)
}

function findMotion(): string[] {
  const named = (element: Element | null) => element?.outerHTML.slice(0, 120) ?? ''
  const running = document.getAnimations().filter(({ playState, effect }) => {
    const { duration = 0, iterations = 1 } = effect?.getTiming() ?? {}
    return playState === 'running' && (Number(duration) > 1 || iterations === Number.POSITIVE_INFINITY)
  })
  const slow = [...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, scrollBehavior } = getComputedStyle(element)
    return scrollBehavior === 'smooth' || transitionDuration.split(',').some((time) => parseFloat(time) > 0.001)
  })
  return [
    ...running.map(({ effect }) => `moves: ${named((effect as KeyframeEffect).target)}`),
    ...slow.map((element) => `would move: ${named(element)}`),
  ]
}

/**
 * Targets that are too small: 24 px each way, and 44 px for controls on touch screens. A line for each; runs in the
 * page. A link in a sentence may be as high as its line. A hidden control is measured by its label.
 */
function findSmallTargets(isPhone: boolean): string[] {
  const container = document.querySelector('dialog:modal') ?? document.body
  const controls = container.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )
  const isInText = (element: HTMLElement) => {
    const block = element.closest('p, li, dd, td, figcaption, span, label, blockquote')
    const around = (block?.textContent ?? '').trim().length - (element.textContent ?? '').trim().length
    return element.matches('a') && getComputedStyle(element).display === 'inline' && around > 0
  }
  const smalls: string[] = []
  for (const element of controls) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert], .sr-only:not(:focus)'))
      continue
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    const boxes = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect())
    const width = Math.max(...boxes.map((box) => box.width))
    const height = Math.max(...boxes.map((box) => box.height))
    if (width <= 1 || height <= 1 || isInText(element)) continue
    // The width of a link in a list is that of its text.
    const least = isPhone && !element.matches('a:not([role]), [tabindex="0"]') ? 44 : 24
    if (Math.min(width, height) < least - 0.5)
      smalls.push(`${Math.round(width)} x ${Math.round(height)} px, of ${least}: ${element.outerHTML.slice(0, 160)}`)
  }
  return smalls
}

/** Controls whose focus or selection is not visible with forced colors: a line for each. */
async function findHiddenStates(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const hidden = await page.evaluate(whatLooksTheSame)
  await page.emulateMedia({ forcedColors: 'none' })
  return hidden
}

function whatLooksTheSame(): string[] {
  const container = document.querySelector('dialog:modal') ?? document.body
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')

  const hasRing = (element: Element) => {
    for (let one: Element | null = element, steps = 0; one && steps < 3; one = one.parentElement, steps += 1) {
      // The link of a whole card is as large as the card.
      for (const part of [null, '::before', '::after']) {
        const { outlineStyle, outlineWidth } = getComputedStyle(one, part)
        if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return true
      }
    }
    return false
  }
  const before = document.activeElement
  const controls = container.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )
  const unseen = [...controls].filter((element) => {
    if (!shown(element) || element.matches(':disabled')) return false
    // A focus that was set by mouse is not shown.
    element.blur()
    element.focus({ preventScroll: true, focusVisible: true })
    return document.activeElement === element && !hasRing(element)
  })
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })

  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.backgroundColor = 'Canvas'
  const page = getComputedStyle(probe).backgroundColor
  probe.remove()
  const look = (element: Element) => {
    const styles = [element, ...element.querySelectorAll('*')].flatMap((one) =>
      [null, '::before', '::after'].map((part) => {
        const style = getComputedStyle(one, part)
        const { outline, backgroundColor, color, textDecorationLine, fontWeight, opacity, content, appearance } = style
        const { borderTop, borderRight, borderBottom, borderLeft } = style
        const borders = [borderTop, borderRight, borderBottom, borderLeft]
        // Forced colors replace every background color by that of the page.
        const ground = backgroundColor === page || backgroundColor.endsWith(', 0)') ? '' : backgroundColor
        return [...borders, outline, ground, color, textDecorationLine, fontWeight, opacity, content, appearance].join()
      }),
    )
    return styles.join('|')
  }
  const CHOSEN =
    '[aria-selected="true"], [aria-pressed="true"], [aria-current]:not([aria-current="false"]), label:has(> :is(.sr-only, .opacity-0):checked)'
  const same = [...container.querySelectorAll(CHOSEN)].filter((element) => {
    if (!shown(element) || !element.matches('a, button, label, [role]')) return false
    const row = element.closest('ul, ol, nav, [role="tablist"], [role="listbox"], fieldset, div')
    const peer = [...(row?.querySelectorAll(element.tagName) ?? [])].find(
      (other) =>
        other !== element && !other.matches(CHOSEN) && other.getAttribute('role') === element.getAttribute('role'),
    )
    return peer !== undefined && look(peer) === look(element)
  })
  return [
    ...unseen.map((element) => `shows no focus in forced colours: ${element.outerHTML.slice(0, 160)}`),
    ...same.map((element) => `does not show in forced colours that it is chosen: ${element.outerHTML.slice(0, 160)}`),
  ]
}

const SMALLEST = { width: 320, height: 640 }
const PHONE = { width: 390, height: 844 }

/** Elements that overflow sideways on the smallest phone, or with text at 200 %: a line for each. */
async function findOverflow(page: Page): Promise<string[]> {
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
