import { parse } from 'node:querystring'

import type { FastifyRequest } from 'fastify'
import { Type, type TObject } from 'typebox'
import { Value } from 'typebox/value'

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

export function isPageForm(request: FastifyRequest): boolean {
  if (!(request.headers['content-type'] ?? '').startsWith(FORM_TYPE)) return false
  return (
    request.headers['sec-fetch-mode'] === 'navigate' || !(request.headers.accept ?? '').includes('application/json')
  )
}

/** Converts the body to the schema of the route, and notes a page form in `request.sentForm`. */
export async function readForm(request: FastifyRequest, fieldMapping?: FieldMapping): Promise<void> {
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
