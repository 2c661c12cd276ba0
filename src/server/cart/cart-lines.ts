import { HttpError } from '#server/http/http-error.ts'
import type { AddLineItem, UpdateLineItem } from '#shared/cart/cart.ts'
import { keyOfItem, lineKey } from '#shared/cart/line-key.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'
import { checkEngraving, normalizeEngraving } from '#shared/product/engraving.ts'

import { QUERY, toHttpError, type CartContext, type CartResult, type Notice, type Shopper } from './cart-context.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { isInsufficientInventory, liveStock } from './live-stock.ts'
import { priceChanged } from './refresh-cart.ts'
import type { BackendCart } from './to-cart.ts'
import { keyOfLine, type BackendLine } from './to-line-item.ts'

export interface CartLines {
  /**
   * Changes the line by `quantity - base`; without a base the quantity is absolute. 0 removes the line, and a line that
   * is named by its key is created. Clamped to the stock with a notice. The same request may be sent again.
   * @param lineId the line's id or key
   * @throws HttpError 409 if sold out or the cart is full, 400 for what cannot be engraved, 404
   */
  setLine(cartId: string, shopper: Shopper, lineId: string, change: UpdateLineItem): Promise<CartResult>
  addLine(cartId: string, shopper: Shopper, line: AddLineItem, write?: UpdateLineItem['write']): Promise<CartResult>
  /** Adds once for the same `write`. A write without a response counts as done: if the line is missing, it is added. */
  addLineOnce(...call: Parameters<CartLines['addLine']>): Promise<CartResult>
}

type NewLine = Pick<AddLineItem, 'variant_id' | 'quantity'> & { metadata?: Record<string, unknown> }

/** Medusa takes longer for every write the more lines a cart has. */
export const MAX_LINES = 50

type Outcome = { cart: BackendCart; notices?: Notice[] }

export function createCartLines(context: CartContext): CartLines {
  const { backend } = context
  const { cart: carts } = backend.store

  function titleOf(variantId: string, locale: Locale, cart?: BackendCart): string {
    const line = cart?.items?.find((item) => item.variant_id === variantId)
    return context.titleOf(line ?? { variant_id: variantId }, locale)
  }

  const soldOut = (variantId: string, locale: Locale, cart?: BackendCart): HttpError =>
    new HttpError(409, { message: CART_MESSAGES.soldOut, values: { title: titleOf(variantId, locale, cart) } })

  /** Throws HttpError 400 that names what cannot be engraved. */
  function refuseEngraving(variantId: string, text: string, locale: Locale): void {
    if (text === '') return
    const most = context.facts(variantId, locale)?.engraving ?? 0
    const title = titleOf(variantId, locale)
    const refuse = (message: string, values: Record<string, string | number>): HttpError =>
      new HttpError(400, { message, values, details: 'engraving' })
    if (most === 0) throw refuse(CART_MESSAGES.noEngraving, { title })
    const problem = checkEngraving(text, most)
    if (problem?.code === 'refused') {
      const characters = new Intl.ListFormat(LANGUAGE_TAGS[locale]).format(problem.characters)
      throw refuse(CART_MESSAGES.refusedCharacters, { characters })
    }
    if (problem) throw refuse(CART_MESSAGES.longEngraving, { title, most, count: problem.count })
  }

  /** Removes a new line again if the cart was full: counting the lines before would cost every shopper another call. */
  async function create(cartId: string, line: NewLine, locale: Locale): Promise<Outcome> {
    const { cart } = await carts.createLineItem(cartId, line, QUERY)
    const added = lineOf(cart, keyOfLine(line))
    const isNew = added?.quantity === line.quantity
    if (!added || !isNew || (cart.items ?? []).length <= MAX_LINES) return { cart }
    await carts.deleteLineItem(cartId, added.id)
    const values = { title: titleOf(line.variant_id, locale, cart), most: MAX_LINES }
    throw new HttpError(409, { message: CART_MESSAGES.fullCart, values })
  }

  /** Adds `more` to the line with this key, which may not exist. */
  async function add(cartId: string, shopper: Shopper, key: string, more: number, wanted: UpdateLineItem) {
    const [variantId = ''] = /^variant_[^_]+/.exec(key) ?? []
    const engraving = normalizeEngraving(wanted.engraving ?? '')
    if (lineKey(variantId, engraving) !== key) throw new HttpError(404, { message: CART_MESSAGES.noLine })
    refuseEngraving(variantId, engraving, shopper.locale)
    const line = { variant_id: variantId, quantity: more, ...(engraving ? { metadata: { engraving } } : {}) }
    const { cart, notices = [] } = await create(cartId, line, shopper.locale).catch((error: unknown) => {
      if (!isInsufficientInventory(error)) throw toHttpError(error, CART_MESSAGES.noProduct)
      return clamp(cartId, shopper, line, (current) => current + more)
    })
    const added = lineOf(cart, key)
    // Another tab has removed the line: it gets the quantity that the shopper sees.
    if (added?.quantity === more && more < wanted.quantity) return set(cartId, shopper, added, wanted.quantity)
    const [amount, currency] = wanted.shown_price?.split(' ') ?? []
    if (!added || currency !== cart.currency_code.toUpperCase()) return { cart, notices }
    const now = toHundredths(added.unit_price, context.priceUnit)
    if (Number(amount) === now) return { cart, notices }
    const prices = { title: context.titleOf(added, shopper.locale), from: Number(amount), to: now }
    return { cart, notices: [...notices, priceChanged(prices, currency, shopper.locale)] }
  }

  /** Sets the line to as much of the wanted quantity as is in stock. */
  async function clamp(
    cartId: string,
    { locale }: Shopper,
    line: NewLine | BackendLine,
    wanted: (current: number) => number,
  ): Promise<Outcome> {
    const variantId = line.variant_id ?? ''
    const [stock = 0, cart] = await Promise.all([liveStock(backend, variantId), context.read(cartId)])
    if (stock === 0) throw soldOut(variantId, locale, cart)
    const found = lineOf(cart, keyOfLine(line))
    const current = found?.quantity ?? 0
    const others = (cart.items ?? [])
      .filter((item) => item.variant_id === variantId && item !== found)
      .reduce((sum, item) => sum + item.quantity, 0)
    const quantity = Math.max(Math.min(stock - others, wanted(current)), Math.min(current, stock))
    const values = { count: stock, title: titleOf(variantId, locale, cart), quantity: others + quantity }
    if (quantity === current) return { cart, notices: [{ message: CART_MESSAGES.allInCart, values }] }
    const notices = [{ message: CART_MESSAGES.onlyLeft, values }]
    try {
      if (found) return { ...(await carts.updateLineItem(cartId, found.id, { quantity }, QUERY)), notices }
      const { metadata } = line
      const created = await create(cartId, { variant_id: variantId, quantity, ...(metadata && { metadata }) }, locale)
      return { ...created, notices }
    } catch (error) {
      // The stock was sold since it was read.
      throw isInsufficientInventory(error) ? soldOut(variantId, locale, cart) : toHttpError(error)
    }
  }

  async function set(cartId: string, shopper: Shopper, line: BackendLine, quantity: number): Promise<Outcome> {
    try {
      return await carts.updateLineItem(cartId, line.id, { quantity }, QUERY)
    } catch (error) {
      if (!isInsufficientInventory(error)) throw toHttpError(error, CART_MESSAGES.noLine)
      return clamp(cartId, shopper, line, () => quantity)
    }
  }

  async function remove(cartId: string, { id }: BackendLine): Promise<Outcome> {
    try {
      const { parent } = await carts.deleteLineItem(cartId, id, QUERY)
      return { cart: parent ?? (await context.read(cartId)) }
    } catch (error) {
      const httpError = toHttpError(error, CART_MESSAGES.noLine)
      if (!(httpError instanceof HttpError) || httpError.statusCode !== 404) throw httpError
      return { cart: await context.read(cartId) }
    }
  }

  const setLine: CartLines['setLine'] = (cartId, shopper, lineId, wanted) => {
    const { quantity, base } = wanted
    const change = quantity - (base ?? quantity)
    const apply = async (reached: number): Promise<Outcome> => {
      const more = change - reached
      if (more > 0 && lineId.startsWith('variant_')) return add(cartId, shopper, lineId, more, wanted)
      const cart = await context.read(cartId)
      const line = lineOf(cart, lineId)
      const current = line?.quantity ?? 0
      // Not lowered below the quantity that the shopper sees: an earlier request may have been clamped.
      const target = base === undefined ? quantity : Math.max(Math.min(current, quantity), current + more)
      if (target === current) return { cart }
      if (!line) return add(cartId, shopper, lineId, target, wanted)
      return target === 0 ? remove(cartId, line) : set(cartId, shopper, line, target)
    }
    return context.write(cartId, shopper, apply, wanted.write && { ...wanted.write, change })
  }

  const addLine: CartLines['addLine'] = (cartId, shopper, { variant_id: variantId, ...line }, write) => {
    const key = lineKey(variantId, normalizeEngraving(line.engraving ?? ''))
    return setLine(cartId, shopper, key, { ...line, base: 0, ...(write && { write }) })
  }

  return {
    setLine,
    addLine,
    async addLineOnce(cartId, shopper, line, write) {
      const result = await addLine(cartId, shopper, line, write)
      const key = lineKey(line.variant_id, normalizeEngraving(line.engraving ?? ''))
      const isThere = result.cart.items.some((item) => keyOfItem(item) === key)
      return isThere || result.notices?.length ? result : addLine(cartId, shopper, line)
    },
  }
}

function lineOf({ items }: BackendCart, lineId: string): BackendLine | undefined {
  return items?.find((item) => item.id === lineId || keyOfLine(item) === lineId)
}

/** Returns the notice about a line that a full cart had no room for; undefined for another error. */
export function fullNotice(error: unknown): Notice | undefined {
  if (!(error instanceof HttpError) || error.facts.message !== CART_MESSAGES.fullCart) return undefined
  return { message: error.facts.message, values: error.facts.values ?? {} }
}
