import { parse } from 'node:querystring'

import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TObject } from 'typebox'
import { Value } from 'typebox/value'

import { BackendError } from '#server/medusa/backend-error.ts'
import { localePath, splitLocalePath, type Locale } from '#shared/i18n/locale.ts'
import type { Flash } from '#shared/shop-data.ts'

import { MESSAGES, messageOfStatus } from '../errors.ts'
import { HttpError } from '../http-error.ts'
import { answerLocale } from '../visitor.ts'
import { setFlash } from './flash.ts'

interface SentForm {
  /** Undefined if the form named no safe path. */
  returnTo: string | undefined
  refusedTo: string | undefined
  values: Record<string, string>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request is not a page form. */
    sentForm: SentForm | null
  }
}

/** `names` are not part of the body, `apply` writes their meaning to it. */
export interface FieldMapping {
  names: readonly string[]
  apply: (body: Record<string, unknown>, typed: Readonly<Record<string, string>>) => void
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** They are part of a body only if its schema has them. */
const FORM_FIELDS = ['return_to', 'refused_to', 'lang', 'website']

/** They are not shown again, because the values travel in a cookie that others may read. */
const PASSWORD_FIELDS = ['password', 'current']

const MOST_FIELDS = 250

/** Throws an error with status 413 for too many fields, before they are read. */
export function parseForm(text: string): Record<string, unknown> {
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) fields += 1
  if (fields > MOST_FIELDS) {
    throw Object.assign(new Error(`A form may have ${MOST_FIELDS} fields`), { statusCode: 413 })
  }
  return parse(text)
}

function isPageForm(request: FastifyRequest): boolean {
  if (!(request.headers['content-type'] ?? '').startsWith(FORM_TYPE)) return false
  return (
    request.headers['sec-fetch-mode'] === 'navigate' || !(request.headers.accept ?? '').includes('application/json')
  )
}

async function readForm(request: FastifyRequest, fieldMapping?: FieldMapping): Promise<void> {
  request.body ??= {}
  if (!(request.headers['content-type'] ?? '').startsWith(FORM_TYPE)) return
  const typed = stringFields(request.body)
  if (isPageForm(request)) {
    const [returnTo, refusedTo] = [localPath(typed['return_to']), localPath(typed['refused_to'])]
    request.sentForm = { returnTo, refusedTo, values: valuesOf(typed) }
  }
  const schema = request.routeOptions.schema?.body as TObject | undefined
  const known = Object.keys(schema?.properties ?? {})
  const asides = [...FORM_FIELDS, ...(fieldMapping?.names ?? [])].filter((name) => !known.includes(name))
  const body = {
    ...toBody(Object.entries(typed).filter(([name]) => !asides.includes(name))),
    ...listFields(request.body, schema),
  }
  fieldMapping?.apply(body, typed)
  request.body = schema ? Value.Convert(schema, body) : body
}

function toBody(fields: [name: string, text: string][]): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, text] of fields) {
    const [outer = '', inner] = name.replace(/\[(\w+)\]$/, '.$1').split('.', 2)
    if (inner === undefined) {
      body[outer] = text
      continue
    }
    const nested = (body[outer] ??= {})
    if (typeof nested === 'object') Object.assign(nested, { [inner]: text === '' ? null : text })
  }
  return body
}

/** Names that could reach into objects are dropped. */
function stringFields(body: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(body as object)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    if (typeof last === 'string' && !/__proto__|constructor|prototype/.test(name)) fields[name] = last
  }
  return fields
}

/** Such a field is sent once for each entry; blank ones stand for none. */
function listFields(body: unknown, schema: TObject | undefined): Record<string, string[]> {
  const lists = Object.entries(schema?.properties ?? {}).filter(([, field]) => Type.IsArray(field))
  const sent = body as Record<string, unknown>
  return Object.fromEntries(
    lists.flatMap(([name]) => {
      if (!(name in sent)) return []
      const entries = [sent[name]].flat().filter((entry) => typeof entry === 'string')
      return [[name, entries.filter((entry) => entry.trim() !== '')]]
    }),
  )
}

function valuesOf(typed: Record<string, string>): Record<string, string> {
  const left = [...FORM_FIELDS, ...PASSWORD_FIELDS]
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !left.includes(name)))
}

/** Undefined for anything that could lead to another host. */
export function localPath(value: unknown): string | undefined {
  // Browsers read `//x`, `/\x` and, after dropping tabs and newlines, `/<tab>/x` as another host.
  if (typeof value !== 'string' || value.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value)) return undefined
  if (!URL.canParse(value, 'http://local.invalid')) return undefined
  const url = new URL(value, 'http://local.invalid')
  // The URL parser has removed dots only now: `/en/..//x` has become `//x`.
  if (url.host !== 'local.invalid' || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

interface ErrorHandlerOptions {
  refusedTo: (request: FastifyRequest, error: FastifyError) => string
  /** True if a script navigates to that page too: the message waits there, and the response names the page. */
  isFollowed?: (request: FastifyRequest) => boolean
}

interface FormHooks extends ErrorHandlerOptions {
  fieldMapping?: FieldMapping
}

export function addFormHooks(app: FastifyInstance, { fieldMapping, ...httpErrors }: FormHooks): void {
  // Fastify's own compiler reads "quantity": null as 0, and 0 removes the product from the cart.
  app.setValidatorCompiler(TypeBoxValidatorCompiler)
  app.decorateRequest('sentForm', null)
  takeEmptyBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await requireSameOrigin(request)
  })
  app.addHook('preValidation', async (request) => readForm(request, fieldMapping))
  addErrorHandler(app, httpErrors)
}

export function addErrorHandler(app: FastifyInstance, { refusedTo, isFollowed }: ErrorHandlerOptions): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const wait = error instanceof HttpError ? error.facts.retryAfterSeconds : undefined
    if (wait !== undefined) reply.header('retry-after', wait)
    const page = refusedTo(request, error)
    if (isPageForm(request)) {
      keepFields(app, error, request, reply)
      return reply.redirect(page, 303)
    }
    if (!isFollowed?.(request) || !(error instanceof HttpError)) return answerCall(app, error, request, reply)
    keepFields(app, error, request, reply)
    return answerCall(app, error, request, reply, page)
  })
}

/** Calls without a body often name JSON as their type. */
function takeEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parseJson(request, body as string, done)
  })
}

export function localeOf(request: FastifyRequest): Locale {
  return (request.sentForm?.returnTo && splitLocalePath(request.sentForm.returnTo).locale) || answerLocale(request)
}

export function pageAfter(request: FastifyRequest, page: string): string {
  return request.sentForm?.returnTo ?? localePath(localeOf(request), page)
}

export function redirectForm(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  return reply.redirect(pageAfter(request, page), 303)
}

interface Ending<Body> {
  /** Where a page form goes. */
  page: string
  /** What that page shows once. */
  flash?: Flash
  /** What a script gets. */
  body: Body
  status?: number
}

/** Ends a write: a page form is redirected, a script gets a body. */
export function finish<Body extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, flash, body, status = 200 }: Ending<Body>,
) {
  // Fastify checks and writes the body by the schema of the route.
  if (!request.sentForm) return reply.code(status).send(body)
  if (flash) setFlash(reply, flash)
  return reply.redirect(page, 303)
}

function answerCall(
  app: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  page?: string,
): FastifyReply {
  if (!(error instanceof HttpError)) throw asAnswerable(error)
  const { message, fields } = error.toText(app.translate, localeOf(request))
  const ownDetails = withFields(error.facts.details, fields)
  const details = page ? { ...(ownDetails as object), page } : ownDetails
  return reply.code(error.statusCode).send({ statusCode: error.statusCode, message, details })
}

function withFields(details: unknown, fields: Record<string, string> | undefined): unknown {
  if (!fields) return details
  return { fields, ...(typeof details === 'object' ? details : { reason: details }) }
}

function keepFields(app: FastifyInstance, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const httpError = error instanceof HttpError ? error : undefined
  if (!httpError && statusOf(error) >= 500)
    request.log.error({ event: 'http.form_failed', err: error }, 'a form could not be processed')
  const locale = localeOf(request)
  const text = httpError?.toText(app.translate, locale) ?? {
    message: app.translate(locale, messageOf(error)),
    fields: undefined,
  }
  const { message, fields } = text
  setFlash(reply, { message, fields, values: request.sentForm?.values ?? {} })
}

/** If the backend refuses the shop's own key, shoppers see only that the shop is unavailable. */
function asAnswerable(error: FastifyError): Error {
  if (!(error instanceof BackendError) || error.isUnavailable || error.status === undefined) return error
  if (error.status !== 401 && error.status !== 403) return error
  return Object.assign(new Error('The commerce backend refused our key', { cause: error }), { statusCode: 503 })
}

function statusOf(error: FastifyError): number {
  return error instanceof BackendError ? 503 : (error.statusCode ?? 500)
}

function messageOf(error: FastifyError): string {
  return error.validation ? MESSAGES.incomplete : messageOfStatus(statusOf(error))
}

const READING_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** A request without these headers does not come from a browser. */
async function requireSameOrigin(request: FastifyRequest): Promise<void> {
  if (READING_METHODS.includes(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined && site === undefined) return
  if (site === 'same-origin' || isOwnOrigin(request, origin)) return
  throw new HttpError(403, { message: MESSAGES.foreignOrigin, details: { origin, 'sec-fetch-site': site } })
}

function isOwnOrigin(request: FastifyRequest, origin: string | undefined): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const { publicUrl } = request.server.config
  // Without a public address the scheme is not known for certain: a proxy may terminate TLS.
  return publicUrl ? new URL(publicUrl).origin === new URL(origin).origin : new URL(origin).host === request.host
}
