import { deflateRawSync, inflateRawSync } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Flash } from '#shared/shop-data.ts'

import { createSignedCookie } from '../signed-cookies.ts'

const flashCookie = createSignedCookie('flash', { seconds: 60 })
/** Browsers drop a cookie of more than 4,096 bytes. Name, signature and attributes take some of them. */
const LONGEST_VALUE = 3500
const LONGEST_FLASH = 65_536

export function setFlash(reply: FastifyReply, flash: Flash): void {
  flashCookie.set(reply, encode(flash))
}

/** Also clears it with this response. Null if there is none, or if it was not signed by us. */
export function takeFlash(request: FastifyRequest, reply: FastifyReply): Flash | null {
  const value = flashCookie.read(request)
  if (value === undefined) return null
  flashCookie.clear(reply)
  return decode(value)
}

/**
 * The longest fields are dropped if all do not fit. How well they compress is estimated, because measuring each is
 * slow.
 */
function encode(flash: Flash): string {
  const most = Math.floor((LONGEST_VALUE * 3) / 4)
  for (const ratio of [3, 2]) {
    const value = compress(withShortest(flash, most * ratio))
    if (value.length <= LONGEST_VALUE) return value
  }
  // Text that cannot be compressed grows a little.
  return compress(withShortest(flash, most - 32))
}

function withShortest(flash: Flash, most: number): Flash {
  const fields = Object.entries(flash.values ?? {})
    .map((field) => ({ field, bytes: Buffer.byteLength(JSON.stringify(field)) }))
    .toSorted((a, b) => b.field[1].length - a.field[1].length)
  let bytes = Buffer.byteLength(JSON.stringify({ ...flash, values: {} }))
  for (const field of fields) bytes += field.bytes
  const dropped = new Set<string>()
  for (const { field, bytes: own } of fields) {
    if (bytes <= most) break
    bytes -= own
    dropped.add(field[0])
  }
  const values = Object.fromEntries(Object.entries(flash.values ?? {}).filter(([name]) => !dropped.has(name)))
  return { ...flash, values }
}

function compress(flash: Flash): string {
  return deflateRawSync(JSON.stringify(flash)).toString('base64url')
}

function decode(text: string): Flash | null {
  try {
    const bytes = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: LONGEST_FLASH })
    return JSON.parse(bytes.toString()) as Flash
  } catch {
    return null
  }
}
