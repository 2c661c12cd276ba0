import { msg } from '@lingui/core/macro'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
  type ErrorResponse,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router'

import { localePath, splitLocalePath, type Locale } from '#shared/i18n/locale.ts'
import type { PageAssets, PageModule, PageRequest } from '#shared/page/page-module.ts'
import type { PublicData } from '#shared/shop-data.ts'

import { App } from './app.tsx'
import { watchFormSubmits } from './cart/watch-form-submits.ts'
import { loadI18n, MESSAGE_SETS, type MessageSet } from './i18n/load-i18n.ts'
import { privatePages } from './private-pages.tsx'
import { createRoutes } from './routes.tsx'
import { toScriptJson, type PageState } from './routing/page-state.ts'
import { PreloadAssets } from './routing/preload-assets.tsx'
import { lookOf, isPrivateMatch, privacyOf } from './routing/private-page.ts'
import { publicDataContext, shopDataContext } from './routing/shop-data.ts'
import { jsonLdOf, NO_ADDRESS, ownAddressOf } from './seo/page-meta.ts'
import { IconsHead, StructuredDataHead } from './seo/server-head.tsx'
import { loadAgainIfIncomplete } from './shell/app-update/load-again.ts'
import { GUARD_MS, RELOADS_KEY } from './shell/app-update/reload-once.ts'
import { ColorModeHead, COLOR_MODE_SCRIPT } from './shell/color-mode/color-mode-head.tsx'
import { forcedTheme, type Theme } from './shell/color-mode/color-mode.ts'
import { bringPreviewBar } from './shell/preview/late-preview-bar.tsx'
import { PreviewBar } from './shell/preview/preview-bar.tsx'

/** The only inline script of a cached page. It is identical on every page, because the CSP contains its hash. */
const INLINE_SCRIPT = `${COLOR_MODE_SCRIPT};(${String(watchFormSubmits)})();(${String(loadAgainIfIncomplete)})(${JSON.stringify(RELOADS_KEY)},${GUARD_MS})`

/** Exported for tests. */
export const routes = createRoutes(privatePages)
const handler = createStaticHandler(routes)

/** With all messages. An instance does not change during a render. */
const I18N = { en: await loadI18n('en', MESSAGE_SETS), ru: await loadI18n('ru', MESSAGE_SETS) }
bringPreviewBar(PreviewBar)

const createPage: PageModule['createPage'] = async ({
  request,
  requestId,
  page,
  publicData,
  shopData,
}: PageRequest) => {
  const moved = await withLanguage(new URL(request.url), page.locale, publicData)
  if (moved) return { redirect: { status: 302, location: moved } }

  const requestContext = new RouterContextProvider()
  requestContext.set(publicDataContext, publicData)
  if (shopData) requestContext.set(shopDataContext, shopData)
  const answer = await handler.query(request, { requestContext })
  if (answer instanceof Response) {
    const location = answer.headers.get('location') ?? `/${page.locale}`
    return { redirect: { status: answer.status, location, isDocument: answer.headers.has(RELOAD_HEADER) } }
  }
  const messages = answer.matches.flatMap(({ route }) => (route.handle as Localized | undefined)?.messages ?? [])
  const i18n = I18N[page.locale]

  // Contains only the matched routes, because the router searches all its routes on every render.
  const branch =
    answer.matches.reduceRight<RouteObject[] | undefined>(
      (children, { route }) => [{ ...route, ...(children ? { children } : {}) } as RouteObject],
      undefined,
    ) ?? handler.dataRoutes

  const element = (context: StaticHandlerContext, assets: PageAssets) => {
    const state: PageState = {
      ...page,
      hydration: { loaderData: context.loaderData, errors: context.errors },
    }
    const forced = themeSavedBy(context)
    const serverHead = {
      forcedTheme: forced,
      children: (
        <>
          <PreloadAssets locale={page.locale} {...assets} />
          <ColorModeHead forced={forced} />
          <script dangerouslySetInnerHTML={{ __html: INLINE_SCRIPT }} />
          <IconsHead />
          <StructuredDataHead things={jsonLdOf(context, page, i18n._(msg`Shop`))} />
        </>
      ),
    }
    return (
      <App i18n={i18n} page={page} stateJson={toScriptJson(state)} deferred={new Map()} serverHead={serverHead}>
        <StaticRouterProvider router={createStaticRouter(branch, context)} context={context} hydrate={false} />
      </App>
    )
  }

  const failure = Object.values(answer.errors ?? {}).find((error) => !isRouteErrorResponse(error)) as unknown
  const context = { ...answer, errors: toErrorResponses(answer.errors, requestId) }
  const own = answer.errors || page.preview ? NO_ADDRESS : ownAddressOf(answer, page.locale)
  return {
    status: failure ? statusOf(failure) : answer.statusCode,
    failure,
    routeIds: answer.matches.map((match) => match.route.id),
    route: answer.matches.flatMap(({ route }) => route.path || []).join('/'),
    messages,
    ownAddress: own.address,
    ownParameters: own.parameters,
    isPrivate: isPrivateMatch(answer.matches.map(({ route }) => route)),
    isCheckout: answer.matches.some(({ route }) => lookOf({ handle: route.handle }).layout === 'checkout'),
    async data(onLateError) {
      const { locale: _root, ...loaderData } = answer.loaderData as Record<string, unknown>
      const complete = Object.entries(loaderData).map(
        async ([id, loaded]) => [id, await withDeferred(loaded, onLateError)] as const,
      )
      const { build, currency } = page
      return { build, currency, loaderData: Object.fromEntries<unknown>(await Promise.all(complete)) }
    },
    element: (assets) => element(context, assets),
    errorElement: (assets, error) =>
      element({ ...answer, statusCode: 500, errors: { locale: toErrorResponse(error, requestId) } }, assets),
  }
}

/** A function in loader data loads what the page can do without. */
async function withDeferred(loaded: unknown, onLateError: (error: unknown) => void): Promise<unknown> {
  const late = Object.entries(loaded ?? {}).filter(([, value]) => typeof value === 'function')
  if (late.length === 0) return loaded
  const loads = late.map(async ([name, load]) => [name, await (load as () => Promise<unknown>)().catch(onLateError)])
  return { ...(loaded as object), ...Object.fromEntries(await Promise.all(loads)) }
}

/** Set by `redirectDocument`. */
const RELOAD_HEADER = 'x-remix-reload-document'

type Localized = { messages?: readonly MessageSet[] }

/** An error page enforces no color mode. */
function themeSavedBy({ matches, errors, loaderData }: StaticHandlerContext): Theme | undefined {
  const route = errors ? undefined : matches.at(-1)?.route
  return route && forcedTheme(lookOf({ handle: route.handle, loaderData: loaderData[route.id] }), route.id)
}

/** Undefined if the path does not name a page without a language. */
async function withLanguage(
  { pathname, search }: URL,
  locale: Locale,
  { content }: PublicData,
): Promise<string | undefined> {
  if (splitLocalePath(pathname).locale) return undefined
  const target = localePath(locale, pathname)
  const match = matchRoutes(routes, target)?.at(-1)
  const isPage = match?.route.path === '*' ? await isWritten(content, pathname, locale) : match !== undefined
  return isPage ? target + search : undefined
}

async function isWritten(content: PublicData['content'], path: string, locale: Locale): Promise<boolean> {
  const found = await content.query({ where: [{ _path: path, _partial: false }, { _locale: locale }], count: true })
  return typeof found === 'number' && found > 0
}

/** Reduces errors to their HTTP status and a reference, so that the browser receives no details of the cause. */
function toErrorResponses(
  errors: StaticHandlerContext['errors'],
  requestId: string | undefined,
): StaticHandlerContext['errors'] {
  if (!errors) return null
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, toErrorResponse(error, requestId)]))
}

/** An error on the server has the id of its request as its `data`. */
function toErrorResponse(error: unknown, requestId: string | undefined): ErrorResponse & { internal: false } {
  const status = statusOf(error)
  return { status, statusText: '', internal: false, data: status >= 500 ? requestId : null }
}

/** Fastify's errors have `statusCode`. */
function statusOf(error: unknown): number {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown }
  const named = isRouteErrorResponse(error) ? status : statusCode
  return typeof named === 'number' ? named : 500
}

const renderEmail: PageModule['renderEmail'] = async (email, place) => {
  const module = await import('./emails/render-email.tsx')
  return module.renderEmail(email, place)
}

const drawStones: PageModule['drawStones'] = async (stones, locale, currency) => {
  const { stoneMarkup } = await import('./product/stone/stone-markup.tsx')
  return stoneMarkup(stones, I18N[locale], currency)
}

export default {
  createPage,
  privacyAt: (path) => privacyOf((matchRoutes(routes, path) ?? []).map(({ route }) => route)),
  renderEmail,
  drawStones,
  inlineScript: INLINE_SCRIPT,
  routes: ['/en', '/en/*', '/ru', '/ru/*'].map((path) => ({ path })),
} satisfies PageModule & { routes: { path: string }[] }
