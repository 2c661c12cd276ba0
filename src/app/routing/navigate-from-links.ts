import { matchRoutes, type createBrowserRouter, type RouteObject } from 'react-router'

import { splitLocalePath, type Locale } from '#shared/i18n/locale.ts'

import { shareDocument } from './private-page.ts'

let isOutdated = false

/**
 * Installs one click listener for all links. A plain `<a>` navigates on the client if the result is the same page.
 * Links with `data-stay`, or inside such an element, keep the scroll position.
 */
export function navigateFromLinks(router: ReturnType<typeof createBrowserRouter>, locale: Locale): void {
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    const target = link && isPlainClick(event) ? clientTarget(link, locale, router.routes) : undefined
    const isStay = link?.closest('[data-stay]')
    // Links that keep the scroll position stay within an outdated build.
    if (!link || !target || (isOutdated && !isStay)) return
    event.preventDefault()
    void router.navigate(`${target.pathname}${target.search}${target.hash}`, {
      // A link to the current page adds no history entry, as in a browser.
      replace: link.href === location.href,
      ...(isStay ? { state: STAY } : {}),
    })
  })
}

/** Called because this document belongs to an outdated or broken build, or shows outdated prices. */
export function loadNextPageWhole(): void {
  isOutdated = true
}

export function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null
}

/** Undefined if the router cannot show the page in this document. */
export function clientTarget(link: HTMLAnchorElement, locale: Locale, routes: RouteObject[]): URL | undefined {
  if (!opensHere(link)) return undefined
  const target = new URL(link.href)
  return isJumpInPage(target) || !isClientPage(target, locale, routes) ? undefined : target
}

export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !modified && !event.defaultPrevented
}

function opensHere(link: HTMLAnchorElement): boolean {
  const elsewhere = (link.target && link.target !== '_self') || link.hasAttribute('download')
  return link.href !== '' && link.origin === location.origin && !elsewhere
}

function isJumpInPage(target: URL): boolean {
  return target.hash !== '' && target.pathname === location.pathname && target.search === location.search
}

function isClientPage(target: URL, locale: Locale, routes: RouteObject[]): boolean {
  // Entering or leaving a preview loads a new document. Inside a preview, this listener is not installed.
  if (target.searchParams.has('preview')) return false
  // A private page needs a new document, and so does the page after it, unless both have an equal `document` value.
  const matches = (path: string) => (matchRoutes(routes, path) ?? []).map(({ route }) => route)
  return (
    splitLocalePath(target.pathname).locale === locale &&
    shareDocument(matches(target.pathname), matches(location.pathname))
  )
}

export const STAY = { stay: true }

/** Such a navigation keeps the scroll position and the focus. */
export function stays(state: unknown): boolean {
  return (state as Partial<typeof STAY> | null)?.stay === true
}
