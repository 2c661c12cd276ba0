import type { FastifyInstance } from 'fastify'

import type { Locale } from '#shared/i18n/locale.ts'

import { drawInvoice } from './draw-invoice.ts'
import { invoiceNumber, toInvoice } from './to-invoice.ts'

/** The caller checks that the visitor may see the whole order. Throws HttpError 404, BackendError. */
export async function readInvoice(
  app: FastifyInstance,
  orderId: string,
  locale: Locale,
): Promise<{ number: string; pdf: Buffer }> {
  const order = await app.carts.readOrder(orderId, { locale })
  const { order: backendOrder } = await app.backend.store.order.retrieve(orderId, { fields: app.carts.orderFields })
  const { site, config, translate } = app
  const { brand, operator } = site
  const invoice = toInvoice(order, backendOrder, { brand, operator, locale, priceUnit: config.priceUnit, translate })
  return { number: invoiceNumber(order), pdf: await drawInvoice(invoice) }
}
