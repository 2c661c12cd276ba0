import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Flash } from '#shared/shop-data.ts'

import { createSignedCookie } from '../signed-cookies.ts'

const flashCookie = createSignedCookie('flash', { seconds: 60 })
/** Browsers drop a cookie of more than 4,096 bytes. Name, signature and attributes take some of them. */
const LONGEST_VALUE = 3500

/** Stores a message and the typed fields for the page that the shopper is redirected to. */
export function setFlash(reply: FastifyReply, flash: Flash): void {
  flashCookie.set(reply, encode(flash))
}

/**
 * Reads the flash of the last form, and clears it with this response.
 * @returns null if there is none, or if it was not signed by us
 */
export function takeFlash(request: FastifyRequest, reply: FastifyReply): Flash | null {
  const value = flashCookie.read(request)
  if (value === undefined) return null
  flashCookie.clear(reply)
  return decode(value)
}

/**
 * Encodes as Base64, since percent-encoded Cyrillic is three times as long. Fields that do not fit are dropped, longest
 * first. Each field is measured once, whatever a form contains.
 */
function encode(flash: Flash): string {
  const fields = Object.entries(flash.values ?? {})
    .map((field) => ({ field, bytes: Buffer.byteLength(JSON.stringify(field)) }))
    .toSorted((a, b) => b.field[1].length - a.field[1].length)
  let bytes = Buffer.byteLength(JSON.stringify({ ...flash, values: {} }))
  for (const field of fields) bytes += field.bytes
  const most = Math.floor((LONGEST_VALUE * 3) / 4)
  const dropped = new Set<string>()
  for (const { field, bytes: own } of fields) {
    if (bytes <= most) break
    bytes -= own
    dropped.add(field[0])
  }
  const values = Object.fromEntries(Object.entries(flash.values ?? {}).filter(([name]) => !dropped.has(name)))
  return Buffer.from(JSON.stringify({ ...flash, values })).toString('base64url')
}

function decode(text: string): Flash | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Flash
  } catch {
    return null
  }
}
