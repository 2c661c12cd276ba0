import { labelOfLine } from '#server/cart/to-line-item.ts'
import type { Translate } from '#server/http/translations.ts'
import type { LineItem } from '#shared/cart/cart.ts'
import { addressLines, nameCountries } from '#shared/country/address-lines.ts'
import type { Email, EmailOrder } from '#shared/email/email.ts'
import { DEFAULT_LOCALE, localePath, type Locale } from '#shared/i18n/locale.ts'
import { jpegUrl } from '#shared/images/image-url.ts'
import type { Order } from '#shared/order/order.ts'

interface Writing {
  /** With its personal fields, in the email's language. */
  order: Order
  locale: Locale
  origin: string
  translate: Translate
  orderUrl: string
}

/** Each kind of event has some of it. */
interface EventFacts {
  /** The numbers of this parcel. */
  tracking: Order['shipments']
  /** In hundredths. */
  amount: number
  heldUntil: string
  token: string
}

export function orderPlacedEmail({ order, locale, origin, translate, orderUrl }: Writing): Email {
  const { shipping_address: address } = order
  // Sum the discounts of the items only: the shipping amount already includes its own discount.
  const discount = order.items.reduce((sum, line) => sum + line.discount_total, 0)
  const [country] = nameCountries(address?.country_code ? [address.country_code] : [], locale)
  return {
    name: 'order-placed',
    locale,
    facts: {
      orderUrl,
      heldUntil: order.held_until,
      payment: order.payment,
      arrival: order.arrival,
      order: {
        number: order.number,
        lines: order.items.map((line) => toLine(line, labelOfLine(line, locale, translate), origin)),
        isEngraved: order.items.some(({ engraving }) => engraving !== null),
        gift: order.gift ?? null,
        // Show the amount before the discount, so that the amounts in the email add up to the total.
        subtotal: order.item_total + discount,
        discount,
        shipping: order.shipping_total,
        tax: order.tax_total,
        taxInclusive: order.tax_inclusive,
        total: order.total,
        refunded: order.payment.amount_refunded,
        currency: order.currency_code,
        address: address ? addressLines(address, country?.name) : [],
        delivery: nameDelivery(order),
      },
    },
  }
}

/** @param dashboardUrl where Medusa's dashboard is; undefined if that is not known */
export function orderNewsEmail({ id, number, total, currency_code: currency }: Order, dashboardUrl?: string): Email {
  return {
    name: 'order-news',
    locale: DEFAULT_LOCALE,
    facts: { orderNumber: number, total, currency, dashboardUrl: dashboardUrl ? `${dashboardUrl}/orders/${id}` : null },
  }
}

export function transferRequestedEmail({ order, locale, origin, token }: Writing & EventFacts): Email {
  const query = new URLSearchParams({ order: order.id, token })
  return {
    name: 'transfer-requested',
    locale,
    facts: {
      orderNumber: order.number,
      answerUrl: origin + localePath(locale, `/order/transfer?${query}`),
    },
  }
}

export function orderLapsedEmail({ order, locale, origin, heldUntil }: Writing & EventFacts): Email {
  return {
    name: 'order-lapsed',
    locale,
    facts: { orderNumber: order.number, heldUntil, shopUrl: origin + localePath(locale, '/shop') },
  }
}

export function orderShippedEmail({ order, locale, orderUrl, tracking }: Writing & EventFacts): Email {
  return {
    name: 'order-shipped',
    locale,
    facts: {
      orderNumber: order.number,
      orderUrl,
      isPart: order.state === 'partly_shipped',
      delivery: nameDelivery(order),
      tracking,
      arrival: order.arrival,
    },
  }
}

export function orderRefundedEmail({ order, locale, orderUrl, amount }: Writing & EventFacts): Email {
  const facts = { orderNumber: order.number, orderUrl, amount, currency: order.currency_code }
  return { name: 'order-refunded', locale, facts }
}

export function orderCanceledEmail({ order, locale, orderUrl }: Writing): Email {
  const { number, payment, currency_code: currency } = order
  const facts = { orderNumber: number, orderUrl, refunded: payment.amount_refunded, currency }
  return { name: 'order-canceled', locale, facts }
}

function nameDelivery({ shipping_methods: methods }: Order): string | null {
  const names = methods.map(({ name }) => name).filter(Boolean)
  return names.join(', ') || null
}

function toLine(line: LineItem, label: string | null, origin: string): EmailOrder['lines'][number] {
  return {
    title: line.product_title || line.title,
    label,
    quantity: line.quantity,
    total: line.total,
    picture: line.thumbnail && jpegUrl(origin, line.thumbnail, 320),
  }
}
