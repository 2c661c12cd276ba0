const followed = new WeakSet<HTMLElement>()

/** Esc, a click or the focus elsewhere and a followed link close a panel. */
export function followMegaMenu(nav: HTMLElement, closeUnderPointer: (nav: HTMLElement) => void): void {
  if (followed.has(nav)) return
  followed.add(nav)

  const close = (except?: Element | null): void => {
    for (const details of nav.querySelectorAll('details[open]')) {
      if (details !== except) details.removeAttribute('open')
    }
  }
  const dismiss = (): void => {
    close()
    closeUnderPointer(nav)
  }

  // The pointer on another category closes the panel that was opened by click.
  nav.addEventListener('pointerover', ({ target, pointerType }) => {
    const item = (target as Element).closest('.mega-item')
    if (item && pointerType === 'mouse') close(item.querySelector('details'))
  })
  nav.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a')) dismiss()
  })
  nav.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const open = nav.querySelector('details[open]')
    if (open?.parentElement?.contains(document.activeElement)) open.querySelector('summary')?.focus()
    dismiss()
  })
  nav.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element) close(relatedTarget.closest('.mega-item')?.querySelector('details'))
  })
  document.addEventListener('click', ({ target }) => {
    if (!nav.contains(target as Node)) close()
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && nav.matches(':hover')) dismiss()
  })
}
