import { matchRoutes, type createBrowserRouter, type RouteObject } from 'react-router'

import { splitLocalePath, type Locale } from '#shared/i18n/locale.ts'

import { shareDocument } from './private-page.ts'

let isOutdated = false

/**
 * One listener for every link of the page: plain `<a>` elements navigate in the client where that gives the
 * same page, and stay ordinary links everywhere else. Those with `data-stay`, or inside it, leave the shopper where
 * they are on the page.
 */
export function navigateFromLinks(router: ReturnType<typeof createBrowserRouter>, locale: Locale): void {
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    const target = link && isPlainClick(event) ? clientTarget(link, locale, router.routes) : undefined
    const isStay = link?.closest('[data-stay]')
    // What changes only what is looked at leaves the shopper in the build that they are in.
    if (!link || !target || (isOutdated && !isStay)) return
    event.preventDefault()
    void router.navigate(`${target.pathname}${target.search}${target.hash}`, {
      // As a browser does: the page that one is on is no second step on the way back.
      replace: link.href === location.href,
      ...(isStay ? { state: STAY } : {}),
    })
  })
}

/** From now on every link to another page loads it whole: this document is of an old build, or of a broken one. */
export function loadNextPageWhole(): void {
  isOutdated = true
}

/** The link that an event is about. */
export function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null
}

/** Where a link leads, if that is a page that takes this one's place within the document. */
export function clientTarget(link: HTMLAnchorElement, locale: Locale, routes: RouteObject[]): URL | undefined {
  if (!opensHere(link)) return undefined
  const target = new URL(link.href)
  return isJumpInPage(target) || !isClientPage(target, locale, routes) ? undefined : target
}

function isPlainClick(event: MouseEvent): boolean {
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
  // Into a preview and out of it; inside one no link comes this way.
  if (target.searchParams.has('preview')) return false
  // A private page is loaded whole, and so is what follows it, unless it is of the same document and policy.
  const matches = (path: string) => (matchRoutes(routes, path) ?? []).map(({ route }) => route)
  return (
    splitLocalePath(target.pathname).locale === locale &&
    shareDocument(matches(target.pathname), matches(location.pathname))
  )
}

/** The state of a navigation that changes what the shopper looks at, not where they are. */
export const STAY = { stay: true }

/** Whether a page that came by a link keeps the place on the page, and the keyboard where it is. */
export function stays(state: unknown): boolean {
  return (state as Partial<typeof STAY> | null)?.stay === true
}
