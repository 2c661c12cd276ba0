import { matchRoutes, type createBrowserRouter } from 'react-router'

import { splitLocalePath } from '#shared/i18n/locale-path.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { isPrivateMatch } from './private-page.ts'
import { STAY } from './stay.ts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * One listener for every link of the page: plain `<a>` elements navigate in the client where that gives the
 * same page, and stay ordinary links everywhere else. Those with `data-stay`, or inside it, leave the shopper where
 * they are on the page.
 */
export function navigateFromLinks(router: Router, locale: Locale): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainClick(event) || !opensHere(link)) return
    const target = new URL(link.href)
    if (isJumpInPage(target) || !isClientPage(target, locale, router.routes)) return
    event.preventDefault()
    void router.navigate(`${target.pathname}${target.search}${target.hash}`, {
      // As a browser does: the page that one is on is no second step on the way back.
      replace: link.href === location.href,
      ...(link.closest('[data-stay]') ? { state: STAY } : {}),
    })
  })
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

function isClientPage(target: URL, locale: Locale, routes: Router['routes']): boolean {
  // Into a preview and out of it; inside one no link comes this way.
  if (target.searchParams.has('preview')) return false
  // A private page is loaded whole, and so is what follows it: each document has a policy of its own.
  const isPrivate = (path: string) => isPrivateMatch((matchRoutes(routes, path) ?? []).map(({ route }) => route))
  return (
    splitLocalePath(target.pathname).locale === locale && !isPrivate(target.pathname) && !isPrivate(location.pathname)
  )
}
