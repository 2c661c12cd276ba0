import { NO_ORIGIN, decodableUrl, otherAddress } from '#server/http/request-url.ts'
import type { PageResult, RenderablePage } from '#shared/page/page-module.ts'

import type { Renderer } from './renderer.ts'
import type { Visit } from './visit.ts'

type Load = ReturnType<Renderer['open']>

/** Loads the page of a visit, or returns the redirect to the address at which the page is in the end. */
export async function findPage(visit: Visit, load: Load, privacyAt: Renderer['privacyAt']): Promise<PageResult> {
  const { written, address, path, hasLanguage, isPersonal } = visit
  const asked = written.pathname + written.search
  const page = await load(address)
  if ('redirect' in page) {
    const { status, location } = page.redirect
    if (isPersonal || hasLanguage || !location.startsWith('/')) return page
    // A visitor without a language in the URL is redirected only once.
    return redirect(status, (await follow(load, new URL(location, NO_ORIGIN), location)).location)
  }
  const lower = new URL(path.toLowerCase() + written.search, NO_ORIGIN)
  if (page.status === 404 && lower.pathname !== path) {
    // A personal page is not loaded to find out whether there is one.
    if (privacyAt(decodableUrl(lower.pathname)).isPersonal) return redirect(301, lower.pathname + lower.search)
    const { exists, location } = await follow(load, lower, asked)
    if (exists && location !== asked) return redirect(301, location)
  }
  const moved = movedFrom(page, address, asked)
  if (moved === undefined) return page
  if (hasLanguage) return redirect(301, moved)
  // No page exists at this path, so the 404 page describes the URL as written.
  const missing = await load(written)
  return 'redirect' in missing ? page : missing
}

/** Returns the address at which the page of `target` is in the end. @param given the address to compare with */
async function follow(load: Load, target: URL, given: string): Promise<{ exists: boolean; location: string }> {
  const page = await load(target)
  if ('redirect' in page) return { exists: true, location: page.redirect.location }
  return { exists: page.status === 200, location: movedFrom(page, target, given) ?? given }
}

/** For a page without an address of its own, and in a preview, only the path counts. */
function movedFrom(page: RenderablePage, { pathname, searchParams }: URL, asked: string): string | undefined {
  const { ownAddress, ownParameters } = page
  return ownAddress === null || searchParams.has('preview')
    ? otherAddress(pathname, asked, [])
    : otherAddress(ownAddress, asked, ownParameters)
}

function redirect(status: number, location: string): PageResult {
  return { redirect: { status, location } }
}
