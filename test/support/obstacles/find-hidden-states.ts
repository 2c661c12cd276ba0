import type { Page } from 'playwright'

/** Controls whose focus or selection is not visible with forced colors: a line for each. */
export async function findHiddenStates(page: Page): Promise<string[]> {
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
