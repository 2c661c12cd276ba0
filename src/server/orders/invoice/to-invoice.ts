import { labelOfLine } from '#server/cart/to-line-item.ts'
import type { BackendOrder } from '#server/cart/to-order.ts'
import type { Translate } from '#server/http/translations.ts'
import type { Address } from '#shared/cart/cart.ts'
import { addressLines, nameCountries } from '#shared/country/address-lines.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'
import type { Order } from '#shared/order/order.ts'
import { writeDay } from '#shared/order/write-moment.ts'
import type { Operator } from '#shared/shop/operator.ts'

import { INVOICE_MESSAGES } from './invoice-messages.ts'

export interface InvoiceBlock {
  title: string
  lines: string[]
}

export interface InvoiceTable {
  /** The first column is text, the others are numbers. */
  columns: string[]
  rows: string[][]
}

export interface Invoice {
  locale: Locale
  brand: string
  title: string
  /** About the whole invoice, such as that the order was canceled. */
  notice: string | null
  blocks: InvoiceBlock[]
  items: InvoiceTable
  totals: { label: string; value: string; isTotal: boolean }[]
  /** Null if there is no tax. */
  taxes: InvoiceTable | null
  /** How it is paid, and gift options. */
  notes: InvoiceBlock[]
  /** Contains `{page}` and `{pages}`. */
  pageLabel: string
}

interface InvoiceTerms {
  brand: string
  operator: Operator
  locale: Locale
  priceUnit: PriceUnit
  translate: Translate
}

/** Never changes, because the order's number never does. */
export function invoiceNumber({ number }: Pick<Order, 'number'>): string {
  return `INV-${number}`
}

/** @param backendOrder as Medusa returns it: the days of payment and supply, refunds, and taxes of delivery */
export function toInvoice(order: Order, backendOrder: BackendOrder, terms: InvoiceTerms): Invoice {
  const { locale, operator, brand } = terms
  const say = (message: string, values?: Record<string, string | number>) => terms.translate(locale, message, values)
  const money = (amount: number) => writeAmount(amount, order.currency_code, locale)
  const text = INVOICE_MESSAGES
  const number = invoiceNumber(order)
  const shipped = shippedDays(backendOrder).at(-1)
  const dates = [
    say(text.date, { day: writeDay(order.created_at, locale) }),
    say(text.orderNumber, { number: order.number }),
    ...(shipped ? [say(text.supplied, { day: writeDay(shipped, locale) })] : []),
  ]
  return {
    locale,
    brand,
    title: say(text.title, { number }),
    notice: order.status === 'canceled' ? say(text.canceled) : null,
    blocks: [
      { title: say(text.seller), lines: sellerLines(operator, locale, say) },
      ...buyerBlocks(order, locale, say),
      { title: say(text.details), lines: dates },
    ],
    items: itemTable(order, terms, say, money),
    totals: totalsOf(order, refundedOf(backendOrder, terms.priceUnit, order.currency_code), say, money),
    taxes: taxTable(taxesOf(order, backendOrder), locale, say, money),
    notes: [
      { title: say(text.payment), lines: paymentLines(order, backendOrder, locale, say, money) },
      ...giftNotes(order, say),
    ],
    pageLabel: say(text.page, { page: '{page}', pages: '{pages}' }),
  }
}

type Say = (message: string, values?: Record<string, string | number>) => string
type Money = (amount: number) => string

/** Writes an amount without decimals if its currency has none. */
function writeAmount(amount: number, currency: string, locale: Locale): string {
  const written = formatMoney(amount, currency, locale)
  const { maximumFractionDigits: decimals } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return decimals === 0 && amount % 100 === 0 ? written.replace(/[.,]00(?!\d)/, '') : written
}

function sellerLines(operator: Operator, locale: Locale, say: Say): string[] {
  const { company, address, companyNumber, taxNumber, email, phone } = operator
  const { street, city, postalCode, country } = address
  const postal = { address_1: street, city, postal_code: postalCode, country_code: country }
  return [
    company,
    ...addressLines(postal, countryName(country, locale)),
    ...(companyNumber ? [say(INVOICE_MESSAGES.companyNumber, { number: companyNumber })] : []),
    ...(taxNumber ? [say(INVOICE_MESSAGES.taxNumber, { number: taxNumber })] : []),
    email,
    ...(phone ? [phone] : []),
  ]
}

/** The delivery address only if it is another one. */
function buyerBlocks({ billing_address: billing, shipping_address: shipping, email }: Order, locale: Locale, say: Say) {
  const [billed, delivered] = [linesOf(billing, locale), linesOf(shipping, locale)]
  const buyer = billed.length > 0 ? billed : delivered
  const isElsewhere = delivered.length > 0 && delivered.join('\n') !== buyer.join('\n')
  return [
    { title: say(INVOICE_MESSAGES.buyer), lines: [...buyer, ...(email ? [email] : [])] },
    ...(isElsewhere ? [{ title: say(INVOICE_MESSAGES.recipient), lines: delivered }] : []),
  ]
}

function linesOf(address: Address | null | undefined, locale: Locale): string[] {
  if (!address) return []
  const { country_code: code } = address
  const lines = addressLines({ ...address, phone: null }, undefined)
  const country = code ? countryName(code, locale) : undefined
  // A country alone is no address.
  return lines.length > 0 && country ? [...lines, country] : lines
}

function countryName(code: string, locale: Locale): string | undefined {
  return nameCountries([code.toUpperCase()], locale)[0]?.name
}

function itemTable(order: Order, { locale, translate }: InvoiceTerms, say: Say, money: Money): InvoiceTable {
  const text = INVOICE_MESSAGES
  const { tax_inclusive: isInclusive } = order
  return {
    columns: [
      say(text.item),
      say(text.quantity),
      ...(isInclusive ? [say(text.netPrice)] : []),
      say(text.price),
      say(isInclusive ? text.vat : text.tax),
      say(text.amount),
    ],
    rows: order.items.map((line) => {
      const rates = line.tax_lines.map(({ rate }) => rate)
      const rate = rates.reduce((sum, one) => sum + one, 0)
      const label = labelOfLine(line, locale, translate)
      const name = line.product_title || line.title
      return [
        label ? `${name}\n${label}` : name,
        String(line.quantity),
        ...(isInclusive ? [money(Math.round((line.unit_price * 100) / (100 + rate)))] : []),
        money(line.unit_price),
        rates.length > 0 ? rates.map((one) => writeRate(one, locale)).join(' + ') : '—',
        // Discounts are listed separately below.
        money(line.total + line.discount_total),
      ]
    }),
  }
}

function totalsOf(order: Order, refunded: number, say: Say, money: Money): Invoice['totals'] {
  const text = INVOICE_MESSAGES
  const discount = order.items.reduce((sum, line) => sum + line.discount_total, 0)
  const codes = [...new Set(order.items.flatMap((line) => line.adjustments.flatMap(({ code }) => code ?? [])))]
  const [method] = order.shipping_methods
  const figure = (label: string, value: string, isTotal = false) => ({ label, value, isTotal })
  const discountLabel = codes.length > 0 ? say(text.discountByCode, { codes: codes.join(', ') }) : say(text.discount)
  return [
    figure(say(text.subtotal), money(order.item_total + discount)),
    ...(discount > 0 ? [figure(discountLabel, money(-discount))] : []),
    ...(method
      ? [
          figure(
            method.name ? say(text.deliveryBy, { name: method.name }) : say(text.delivery),
            money(order.shipping_total),
          ),
        ]
      : []),
    ...(order.tax_total > 0 && !order.tax_inclusive ? [figure(say(text.tax), money(order.tax_total))] : []),
    figure(`${say(text.total)}, ${order.currency_code}`, money(order.total), true),
    ...(order.tax_total > 0 && order.tax_inclusive ? [figure(say(text.includesVat), money(order.tax_total))] : []),
    ...(refunded > 0 ? [figure(say(text.refunded), money(-refunded))] : []),
  ]
}

/** In hundredths. */
interface RateAmounts {
  /** In percent. */
  rate: number
  net: number
  tax: number
}

/** The highest rate first. Their taxes add up to the order's. */
function taxesOf(order: Order, { shipping_methods: methods }: BackendOrder): RateAmounts[] {
  if (order.tax_total === 0) return []
  const { tax_inclusive: isInclusive } = order
  const parts = [
    ...order.items.map(({ tax_lines: lines, total, tax_total: tax }) => ({ lines, total, tax })),
    { lines: methods?.[0]?.tax_lines ?? [], total: order.shipping_total, tax: order.shipping_tax_total },
  ]
  const byRate = new Map<number, RateAmounts>()
  for (const { lines, total, tax } of parts) {
    if (total === 0) continue
    const rates = lines.length > 0 ? lines.map(({ rate }) => rate) : [0]
    const sum = rates.reduce((all, rate) => all + rate, 0)
    let left = tax
    for (const [index, rate] of rates.entries()) {
      const share = index === rates.length - 1 || sum === 0 ? left : Math.round((tax * rate) / sum)
      left -= share
      const known = byRate.get(rate) ?? { rate, net: 0, tax: 0 }
      byRate.set(rate, { rate, net: known.net + total - (isInclusive ? tax : 0), tax: known.tax + share })
    }
  }
  return withRoundedRest([...byRate.values()], order).toSorted((a, b) => b.rate - a.rate)
}

/** Medusa rounds the order's tax once, and the lines' taxes are rounded here: the largest amount takes the difference. */
function withRoundedRest(rates: RateAmounts[], order: Order): RateAmounts[] {
  const rest = order.tax_total - rates.reduce((sum, { tax }) => sum + tax, 0)
  const largest = rates.toSorted((a, b) => b.tax - a.tax)[0]
  return rates.map((one) =>
    one === largest ? { ...one, net: one.net - (order.tax_inclusive ? rest : 0), tax: one.tax + rest } : one,
  )
}

function taxTable(rates: RateAmounts[], locale: Locale, say: Say, money: Money): InvoiceTable | null {
  if (rates.length === 0) return null
  const text = INVOICE_MESSAGES
  return {
    columns: [say(text.rate), say(text.net), say(text.tax), say(text.gross)],
    rows: rates.map(({ rate, net, tax }) => [writeRate(rate, locale), money(net), money(tax), money(net + tax)]),
  }
}

/** @param rate in percent */
function writeRate(rate: number, locale: Locale): string {
  return new Intl.NumberFormat(LANGUAGE_TAGS[locale], { style: 'percent', maximumFractionDigits: 4 }).format(rate / 100)
}

function paymentLines(
  order: Order,
  { payment_collections: collections }: BackendOrder,
  locale: Locale,
  say: Say,
  money: Money,
): string[] {
  const text = INVOICE_MESSAGES
  const { state, method, amount_due: due, instructions } = order.payment
  if (state === 'none') return [say(text.nothingDue)]
  if (state === 'pending') return [say(text.pending)]
  if (state === 'due')
    return [
      say(text.amountDue, { amount: money(due) }),
      ...(order.held_until ? [say(text.dueDate, { day: writeDay(order.held_until, locale) })] : []),
      say(text.reference, { number: order.number }),
      ...(instructions?.trim().split('\n') ?? [say(text.detailsFollow)]),
    ]
  const payments = (collections ?? []).flatMap(({ payments: all }) => (all ?? []) as { captured_at?: string | null }[])
  const captured = payments.find(({ captured_at: at }) => at)?.captured_at
  const day = captured ? { day: writeDay(captured, locale) } : undefined
  if (method === 'paypal') return [day ? say(text.paidWithPayPalOn, day) : say(text.paidWithPayPal)]
  return [day ? say(text.paidOn, day) : say(text.paid)]
}

function giftNotes({ gift }: Order, say: Say): InvoiceBlock[] {
  const lines = [
    ...(gift?.wrap ? [say(INVOICE_MESSAGES.giftWrap)] : []),
    ...(gift?.message ? say(INVOICE_MESSAGES.card, { text: gift.message }).split('\n') : []),
  ]
  return lines.length > 0 ? [{ title: say(INVOICE_MESSAGES.gift), lines }] : []
}

function refundedOf(
  { payment_collections: collections }: BackendOrder,
  priceUnit: PriceUnit,
  currency: string,
): number {
  return (collections ?? []).reduce(
    (sum, { refunded_amount: refunded }) => sum + toHundredths(refunded ?? 0, priceUnit, currency),
    0,
  )
}

function shippedDays({ fulfillments }: BackendOrder): string[] {
  const parcels = (fulfillments ?? []) as readonly { shipped_at?: string | null; canceled_at?: string | null }[]
  return parcels
    .flatMap(({ shipped_at: shipped, canceled_at: canceled }) => (shipped && !canceled ? [shipped] : []))
    .toSorted()
}
