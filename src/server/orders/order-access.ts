import type { FastifyReply, FastifyRequest } from 'fastify'

import { foundOrderCookie, orderCookie } from '#server/cart/api/cart-cookies.ts'
import { withoutPersonalFields } from '#server/cart/api/visitor-cart.ts'
import { addressLines, nameCountries } from '#shared/country/address-lines.ts'
import { maskEmailAddress } from '#shared/email/is-email-address.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Order } from '#shared/order/order.ts'

/** `full` if this browser placed it or opened its link, `masked` if it found it by what other people may know too. */
export type OrderAccess = 'full' | 'masked' | 'none'

const COOKIE = 'opened_order'

export function orderAccess(request: FastifyRequest, orderId: string): OrderAccess {
  if (orderCookie.read(request) === orderId || readOpened(request) === orderId) return 'full'
  return foundOrderCookie.read(request) === orderId ? 'masked' : 'none'
}

/** Until the browser is closed, at most a day. */
export function openOrder(reply: FastifyReply, orderId: string): void {
  foundOrderCookie.set(reply, orderId)
  const token = reply.server.orders.links.signOpened(orderId)
  const { name, secure } = cookieOf(reply.server.config.publicUrl)
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}

export function forgetOpenedOrder(reply: FastifyReply): void {
  foundOrderCookie.clear(reply)
  const { name, secure } = cookieOf(reply.server.config.publicUrl)
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}

export function maskOrder(order: Order, locale: Locale): Order {
  const { email, shipping_address: address } = order
  const [country] = nameCountries(address?.country_code ? [address.country_code] : [], locale)
  const first = (text: string | null | undefined): string | null =>
    text ? `${String.fromCodePoint(text.codePointAt(0) ?? 0)}…` : null
  const lines = address
    ? addressLines(
        {
          first_name: first(address.first_name),
          last_name: first(address.last_name),
          postal_code: first(address.postal_code),
          city: first(address.city),
          country_code: address.country_code,
        },
        country?.name,
      )
    : []
  return { ...withoutPersonalFields(order), masked: { email: email ? maskEmailAddress(email) : null, address: lines } }
}

export function visibleOrder(request: FastifyRequest, order: Order, locale: Locale): Order {
  return orderAccess(request, order.id) === 'full' ? order : maskOrder(order, locale)
}

function readOpened(request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieOf(request.server.config.publicUrl).name]
  const read = token ? request.server.orders.links.readOpened(token) : undefined
  return read?.state === 'good' ? read.subject : undefined
}

function cookieOf(publicUrl: string | undefined): { name: string; secure: boolean } {
  const secure = publicUrl?.startsWith('https:') ?? false
  return { name: secure ? `__Host-${COOKIE}` : COOKIE, secure }
}
