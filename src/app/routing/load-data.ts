import { data, type DataStrategyFunction } from 'react-router'

import { toDataUrl } from '#shared/page/data-url.ts'
import type { Page, PageData, PageRedirect } from '#shared/page/page-module.ts'

/** The error page then speaks of the connection. */
export const NO_RESPONSE = 504

/**
 * Loads the data of a page with one request to the page's own URL, where the server runs its loaders.
 * The URL is loaded as a document if the server has another build or the visitor another currency than this document.
 */
export function loadDataOf({ build, currency }: Page): DataStrategyFunction {
  async function fetchData(request: Request): Promise<PageData['loaderData']> {
    const { pathname, search } = new URL(request.url)
    const call = fetch(toDataUrl(pathname + search), {
      headers: { accept: 'application/json' },
      signal: request.signal,
    })
    const response = await call.catch(() => undefined)
    if (!response?.ok) throw data(null, { status: response?.status ?? NO_RESPONSE })
    const answer = (await response.json()) as PageData | { redirect: PageRedirect }
    if ('redirect' in answer) throw toResponse(answer.redirect)
    if (answer.build !== build || answer.currency !== currency)
      throw toResponse({ status: 302, location: pathname + search, isDocument: true })
    return answer.loaderData
  }

  return async ({ request, matches }) => {
    const answer = fetchData(request)
    // An error is thrown below, when the code of the page is there.
    answer.catch(() => {})
    const loads = matches
      .filter(({ shouldLoad }) => shouldLoad)
      // The code of the page is loaded at the same time.
      .map(async (match) => [match.route.id, await match.resolve(async () => (await answer)[match.route.id])] as const)
    return Object.fromEntries(await Promise.all(loads))
  }
}

function toResponse({ status, location, isDocument = false }: PageRedirect): Response {
  return new Response(null, { status, headers: { location, ...(isDocument && { 'x-remix-reload-document': 'true' }) } })
}
