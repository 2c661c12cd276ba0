/**
 * Text of the other language without a `lang` attribute, which a screen reader would mispronounce: a line for each.
 * Runs in the page. Names of people, companies, programs, standards and units, order numbers and error references have
 * no language.
 */
export function findForeignText(locale: string): string[] {
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
