import { parse } from 'node:querystring'

import type { FastifyRequest } from 'fastify'
import { Type, type TObject } from 'typebox'
import { Value } from 'typebox/value'

/** What a real form brought besides its fields. */
export interface SentForm {
  /** Where the shopper goes next: a path of ours, or undefined where the form named none that is safe. */
  returnTo: string | undefined
  /** Where they are told that the form was refused; as above, and where it is not the same place. */
  refusedTo: string | undefined
  /** The fields as typed, to be shown again where the form is refused. */
  values: Record<string, string>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where the request is no form of a page. */
    sentForm: SentForm | null
  }
}

/** What the forms of one subject say in their own way. */
export interface FieldMapping {
  /** Names of fields that are no part of the body. */
  names: readonly string[]
  /** Says in the body what they mean. */
  apply: (body: Record<string, unknown>, typed: Readonly<Record<string, string>>) => void
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Words of every form; part of a body only where its schema has them. */
const FORM_FIELDS = ['return_to', 'refused_to', 'lang']

/** More than any form of ours has. */
const MOST_FIELDS = 250

/**
 * Reads the fields of a sent form, for @fastify/formbody.
 * @throws an error with status 413 for more than 250 fields, before they are read
 */
export function parseForm(text: string): Record<string, unknown> {
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) fields += 1
  if (fields > MOST_FIELDS) {
    throw Object.assign(new Error(`A form may have ${MOST_FIELDS} fields`), { statusCode: 413 })
  }
  return parse(text)
}

/** True where a page was left by this request, so that the answer must be a page again. */
export function isPageForm(request: FastifyRequest): boolean {
  if (!(request.headers['content-type'] ?? '').startsWith(FORM_TYPE)) return false
  return (
    request.headers['sec-fetch-mode'] === 'navigate' || !(request.headers.accept ?? '').includes('application/json')
  )
}

/** Before validation: gives a form the shape of the JSON body that it stands for. */
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

/** `shipping_address.city` and `shipping_address[city]` are fields of `shipping_address`. */
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

/** The last of a field's values, as strings; names that could reach into objects are dropped. */
function stringFields(body: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(body as object)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    if (typeof last === 'string' && !/__proto__|constructor|prototype/.test(name)) fields[name] = last
  }
  return fields
}

/** A field that the schema knows as a list is sent once for each entry; blank ones stand for none. */
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
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !FORM_FIELDS.includes(name)))
}

/**
 * A place of ours that a form may send the shopper to.
 * @returns path, query and hash; undefined for anything that could lead elsewhere
 */
export function localPath(value: unknown): string | undefined {
  // Browsers read `//x`, `/\x` and, after dropping tabs and newlines, `/<tab>/x` as another host.
  if (typeof value !== 'string' || value.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value)) return undefined
  if (!URL.canParse(value, 'http://local.invalid')) return undefined
  const url = new URL(value, 'http://local.invalid')
  // Dots are gone only now: `/en/..//x` has become `//x`.
  if (url.host !== 'local.invalid' || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
