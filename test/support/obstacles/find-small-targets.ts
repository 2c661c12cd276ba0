/**
 * Targets that are too small: 24 px each way, and 44 px for controls on touch screens. A line for each; runs in the
 * page. A link in a sentence may be as high as its line. A hidden control is measured by its label.
 */
export function findSmallTargets(isPhone: boolean): string[] {
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
