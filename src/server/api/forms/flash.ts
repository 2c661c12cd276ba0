import type { FastifyReply, FastifyRequest } from 'fastify'

import { createSignedCookie } from '#server/plugins/signed-cookies.ts'
import type { Flash } from '#shared/api/shop-data.ts'

const flashCookie = createSignedCookie('flash', { seconds: 60 })
/** A browser drops a cookie of more than 4,096 bytes; name, signature and attributes take some of them. */
const LONGEST_VALUE = 3500

/** Leaves a sentence, and what was typed, for the page that the shopper is sent to. */
export function setFlash(reply: FastifyReply, flash: Flash): void {
  flashCookie.set(reply, encode(flash))
}

/**
 * What the last form left behind; gone after this answer.
 * @returns null where there is nothing, or it was not signed by us
 */
export function takeFlash(request: FastifyRequest, reply: FastifyReply): Flash | null {
  const value = flashCookie.read(request)
  if (value === undefined) return null
  flashCookie.clear(reply)
  return decode(value)
}

/** Base64, since percent-encoded Cyrillic is three times as long. What does not fit is dropped, longest first. */
function encode(flash: Flash): string {
  const values = { ...flash.values }
  const write = (): string => Buffer.from(JSON.stringify({ ...flash, values })).toString('base64url')
  let text = write()
  while (text.length > LONGEST_VALUE && Object.keys(values).length > 0) {
    const [longest = ''] = Object.keys(values).toSorted((a, b) => (values[b] ?? '').length - (values[a] ?? '').length)
    delete values[longest]
    text = write()
  }
  return text
}

function decode(text: string): Flash | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Flash
  } catch {
    return null
  }
}
