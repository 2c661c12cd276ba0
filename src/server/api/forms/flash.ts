import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Flash } from '#shared/api/shop-data.ts'

const FLASH_COOKIE = 'flash'
const FLASH_SECONDS = 60
/** A browser drops a cookie of more than 4,096 bytes; name, signature and attributes take some of them. */
const LONGEST_VALUE = 3500

/** Leaves a sentence, and what was typed, for the page that the shopper is sent to. */
export function setFlash(reply: FastifyReply, flash: Flash): void {
  reply.setCookie(FLASH_COOKIE, encode(flash), { ...cookieOptions(reply), maxAge: FLASH_SECONDS })
}

/**
 * What the last form left behind; gone after this answer.
 * @returns null where there is nothing, or it was not signed by us
 */
export function takeFlash(request: FastifyRequest, reply: FastifyReply): Flash | null {
  const cookie = request.cookies[FLASH_COOKIE]
  if (!cookie) return null
  reply.clearCookie(FLASH_COOKIE, cookieOptions(reply))
  const { valid, value } = request.unsignCookie(cookie)
  return valid && value ? decode(value) : null
}

function cookieOptions(reply: FastifyReply) {
  const secure = reply.server.config.publicUrl?.startsWith('https:') ?? false
  return { path: '/', httpOnly: true, sameSite: 'lax', secure, signed: true } as const
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
