/**
 * Where no one is spoken to who did not ask: at the till, before an order, and where emails are asked for, confirmed
 * and ended.
 */
const QUIET_PAGES = /^\/\w+\/(checkout|order|newsletter|hints)(\/|$)/

/** Something open above the page, or a field that someone writes in. */
const OCCUPIED = '.overlay-open, :is(input:not([type=radio], [type=checkbox]), textarea, select):focus'

/** Whether someone would be disturbed now. */
export function isBusy(): boolean {
  return document.hidden || QUIET_PAGES.test(location.pathname) || document.querySelector(OCCUPIED) !== null
}

/** Whether the shopper has come halfway down the page; never on one that is all in sight. */
export function isScrolledHalf(): boolean {
  const way = document.documentElement.scrollHeight - innerHeight
  return way > 0 && scrollY >= way / 2
}
