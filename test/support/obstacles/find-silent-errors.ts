/** Invalid fields without an error message for screen readers: a line for each. Runs in the page. */
export function findSilentErrors(): string[] {
  const reported = (field: Element) =>
    ['aria-describedby', 'aria-errormessage']
      .flatMap((name) => (field.getAttribute(name) ?? '').split(/\s+/))
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('')
  return [...document.querySelectorAll('[aria-invalid="true"]')]
    .filter((field) => field.checkVisibility({ visibilityProperty: true }) && !/\S/.test(reported(field)))
    .map((field) => `is wrong and does not say why: ${field.outerHTML.slice(0, 160)}`)
}
