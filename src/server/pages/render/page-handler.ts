import type { FastifyReply, FastifyRequest } from 'fastify'

import { identifyHolder } from '#server/cart/api/cart-cookies.ts'
import { bareErrorPage } from '#server/http/errors.ts'
import { keepPreviewToken } from '#server/http/visitor.ts'
import { splitLocalePath, LANGUAGE_TAGS, LOCALE_COOKIE, type Locale } from '#shared/i18n/locale.ts'
import { toDataUrl } from '#shared/page/data-url.ts'
import type { RenderablePage } from '#shared/page/page-module.ts'

import { timing } from '../cache/cached-page.ts'
import { findPage } from './find-page.ts'
import { DATA_HEADERS, isPublic, localeCookieOptions, type Rendered, type Renderer } from './renderer.ts'
import { createShopData } from './shop-data.ts'
import { readVisit, type Visit } from './visit.ts'

/**
 * The referrer contains only our origin, also for our own pages, because analytics services read the referrer there. A
 * stricter policy would remove the origin from forms too. Some browsers send no other proof that a form is ours.
 */
const NO_ADDRESS = 'strict-origin'

/** Responds with the page of a request. Status, redirect and headers are determined before the first byte. */
export async function handlePage(
  renderer: Renderer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = readVisit(request, renderer.privacyAt)
  const { isPersonal, country, ...visitor } = visit
  if (isPersonal) await identifyHolder(request)
  const personal = isPersonal ? createShopData(request.server, request, reply) : undefined
  const load = renderer.open({ ...visitor, country: (isPersonal && country) || null }, request.log, personal)
  // A personal page waits for Medusa or for the database.
  if (isPersonal) request.server.load.release(request)
  const page = await findPage(visit, (url) => load(url, request.id), renderer.privacyAt)
  keepPreviewToken(request, reply)
  if (visit.preview) reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
  if ('redirect' in page) {
    if (visit.isData) return reply.header('cache-control', 'no-store').send({ redirect: page.redirect })
    // The target of the redirect may change later, or with the language.
    if (!visit.preview) reply.header('cache-control', 'no-store')
    return reply.redirect(page.redirect.location, page.redirect.status)
  }
  if (page.failure)
    request.log.error(
      { event: 'pages.load_failed', err: page.failure },
      'the data of a page could not be loaded; an error page was sent',
    )
  setHeaders(request, reply, visit, page.status)
  if (visit.isCrawler && page.status >= 400) return sendBare(reply, page.status, visit.locale)
  try {
    return await send(renderer, request, reply, visit, page)
  } catch (error) {
    if (reply.raw.destroyed) return reply
    request.log.error(
      { event: 'pages.render_failed', err: error },
      'a page could not be rendered; an error page was sent',
    )
    reply.code(500).header('cache-control', 'no-store')
    if (visit.isCrawler) return sendBare(reply, 500, visit.locale)
    const rendered = await renderer.render(page, optionsOf(request, visit, error))
    return sendRendered(renderer, reply, { visit, page, rendered })
  }
}

/** A public page is rendered once for everyone who waits for it, and cached. Any other is rendered for its visitor. */
async function send(
  renderer: Renderer,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  page: RenderablePage,
): Promise<FastifyReply> {
  const { pageCache } = request.server
  const render = async () => renderer.render(page, optionsOf(request, visit))
  if (!visit.place || !isPublic(page)) return sendRendered(renderer, reply, { visit, page, rendered: await render() })

  const place = { ...visit.place, address: visit.isData ? toDataUrl(page.ownAddress) : page.ownAddress }
  let rendered: Rendered | undefined
  const isSent = await pageCache.respond(request, reply, place, async () => {
    rendered = await render()
    return renderer.toCompletePage(page, visit.locale, rendered)
  })
  if (isSent) return reply
  rendered ??= await render()
  reply.header('server-timing', timing('miss'))
  // A page with late parts is rendered for the cache after the response.
  if ('stream' in rendered) reply.raw.once('close', () => pageCache.keepSoon(place))
  return sendRendered(renderer, reply, { visit, page, rendered })
}

function optionsOf(request: FastifyRequest, { locale, isCrawler, isData }: Visit, error?: unknown) {
  const onLateError = (err: unknown): void => {
    // React aborts a render whose visitor has gone.
    if (!request.raw.destroyed) request.log.error({ event: 'pages.part_failed', err }, PART_FAILED)
  }
  return { locale, isComplete: isCrawler, isData, error, onLateError }
}

const PART_FAILED = 'a part of a page could not be rendered; the browser renders it'

function sendRendered(
  { policy }: Renderer,
  reply: FastifyReply,
  { visit, page, rendered }: { visit: Visit; page: RenderablePage; rendered: Rendered },
): FastifyReply {
  const { isPrivate, isCheckout } = page
  const isMeasured = !isPrivate && !visit.preview
  if (visit.isData) reply.headers(DATA_HEADERS)
  else reply.header('content-security-policy', policy({ nonce: rendered.nonce, isMeasured, isCheckout }))
  // Lets PayPal's window report the outcome to the page that opened it.
  if (isCheckout) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  if ('stream' in rendered) return reply.send(rendered.stream)
  for (const err of rendered.failures) reply.log.error({ event: 'pages.part_failed', err }, PART_FAILED)
  return reply.send(rendered.bytes)
}

function setHeaders(request: FastifyRequest, reply: FastifyReply, visit: Visit, status: number): void {
  const { locale, preview, isPersonal, hasSecretUrl } = visit
  reply.code(status).type('text/html; charset=utf-8').header('content-language', LANGUAGE_TAGS[locale])
  if (!preview) reply.header('cache-control', isPersonal || status >= 400 ? 'no-store' : 'private, no-cache')
  if (hasSecretUrl) reply.header('x-robots-tag', 'noindex').header('referrer-policy', NO_ADDRESS)
  // The cookie is written only if the language changes.
  if (splitLocalePath(request.url).locale !== undefined && request.cookies[LOCALE_COOKIE] !== locale)
    reply.setCookie(LOCALE_COOKIE, locale, localeCookieOptions(request.server.config))
}

function sendBare(reply: FastifyReply, status: number, locale: Locale): FastifyReply {
  return reply.code(status).header('x-robots-tag', 'noindex').send(bareErrorPage(status, locale))
}
