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
  /** Adds less with a notice if stock is short. Throws HttpError 409 if sold out, 400 for what cannot be engraved. */
  addLine(cartId: string, shopper: Shopper, line: AddLineItem): Promise<CartResult>
  /** Adds once for the same `order`. A write without a response counts as done: if the line is missing, it is added. */
  addLineOnce(cartId: string, shopper: Shopper, line: AddLineItem): Promise<CartResult>
  /** Clamped to the stock; 0 removes the line. A line key instead of an id creates the line if it does not exist. */
  setLine(cartId: string, shopper: Shopper, lineId: string, change: UpdateLineItem): Promise<CartResult>
  /** By id or key; does nothing if the line is already gone. */
  removeLine(cartId: string, shopper: Shopper, lineId: string): Promise<CartResult>
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

  /** '' for none. Throws HttpError 400 that names what cannot be engraved. */
  function checkedEngraving({ variant_id: variantId, engraving = '' }: AddLineItem, locale: Locale): string {
    const text = normalizeEngraving(engraving)
    if (text === '') return text
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
    return text
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

  async function add(cartId: string, shopper: Shopper, wanted: AddLineItem): Promise<Outcome> {
    const { variant_id, quantity, shown_price: shown } = wanted
    const engraving = checkedEngraving(wanted, shopper.locale)
    const line: NewLine = { variant_id, quantity, ...(engraving ? { metadata: { engraving } } : {}) }
    const { cart, notices = [] } = await addWithinStock(cartId, shopper, line)
    const added = lineOf(cart, keyOfLine(line))
    const [amount, currency] = shown?.split(' ') ?? []
    if (!added || currency !== cart.currency_code.toUpperCase()) return { cart, notices }
    const now = toHundredths(added.unit_price, context.priceUnit)
    if (Number(amount) === now) return { cart, notices }
    const prices = { title: context.titleOf(added, shopper.locale), from: Number(amount), to: now }
    return { cart, notices: [...notices, priceChanged(prices, currency, shopper.locale)] }
  }

  async function addWithinStock(cartId: string, { locale }: Shopper, line: NewLine): Promise<Outcome> {
    try {
      return await create(cartId, line, locale)
    } catch (error) {
      if (!isInsufficientInventory(error)) throw toHttpError(error, CART_MESSAGES.noProduct)
    }
    const [stock = 0, cart] = await Promise.all([liveStock(backend, line.variant_id), context.read(cartId)])
    if (stock === 0) throw soldOut(line.variant_id, locale, cart)
    const held = (cart.items ?? [])
      .filter((item) => item.variant_id === line.variant_id)
      .reduce((sum, item) => sum + item.quantity, 0)
    const space = Math.min(line.quantity, stock - held)
    const values = { count: stock, title: titleOf(line.variant_id, locale, cart), quantity: stock }
    if (space <= 0) return { cart, notices: [{ message: CART_MESSAGES.allInCart, values }] }
    const clamped = await createClamped(cartId, { ...line, quantity: space }, locale)
    return {
      cart: clamped,
      notices: [{ message: CART_MESSAGES.onlyLeft, values: { ...values, quantity: held + space } }],
    }
  }

  /** If the stock was sold since it was read, the product counts as sold out. */
  async function createClamped(cartId: string, line: NewLine, locale: Locale): Promise<BackendCart> {
    try {
      return (await create(cartId, line, locale)).cart
    } catch (error) {
      throw isInsufficientInventory(error) ? soldOut(line.variant_id, locale) : toHttpError(error)
    }
  }

  async function set(cartId: string, { locale }: Shopper, lineId: string, quantity: number): Promise<Outcome> {
    try {
      return await carts.updateLineItem(cartId, lineId, { quantity }, QUERY)
    } catch (error) {
      if (!isInsufficientInventory(error)) throw toHttpError(error, CART_MESSAGES.noLine)
    }
    const cart = await context.read(cartId)
    const line = cart.items?.find(({ id }) => id === lineId)
    if (!line) throw new HttpError(404, { message: CART_MESSAGES.noLine })
    const variantId = line.variant_id ?? ''
    const stock = (await liveStock(backend, variantId)) ?? 0
    if (stock === 0) throw soldOut(variantId, locale, cart)
    const others = (cart.items ?? []).filter((item) => item.variant_id === variantId && item.id !== lineId)
    const left = stock - others.reduce((sum, item) => sum + item.quantity, 0)
    const clamped = Math.max(Math.min(left, quantity), Math.min(line.quantity, stock))
    const values = { count: stock, title: titleOf(variantId, locale, cart), quantity: clamped }
    const notices = [{ message: CART_MESSAGES.onlyLeft, values }]
    try {
      return { ...(await carts.updateLineItem(cartId, lineId, { quantity: clamped }, QUERY)), notices }
    } catch (error) {
      throw isInsufficientInventory(error) ? soldOut(variantId, locale, cart) : toHttpError(error)
    }
  }

  async function remove(cartId: string, lineId: string): Promise<Outcome> {
    const cart = await context.read(cartId)
    // The backend deletes a line of any cart, so first check that the line belongs to this cart.
    const line = lineOf(cart, lineId)
    if (!line) return { cart }
    try {
      const { parent } = await carts.deleteLineItem(cartId, line.id, QUERY)
      return { cart: parent ?? (await context.read(cartId)) }
    } catch (error) {
      const httpError = toHttpError(error, CART_MESSAGES.noLine)
      if (!(httpError instanceof HttpError) || httpError.statusCode !== 404) throw httpError
      return { cart: await context.read(cartId) }
    }
  }

  const setLine: CartLines['setLine'] = (cartId, shopper, lineId, { quantity: wanted, engraving }) =>
    context.write(cartId, shopper, async (addedLater) => {
      const quantity = wanted + addedLater
      if (quantity === 0) return remove(cartId, lineId)
      const known = lineId.startsWith('variant_') ? lineOf(await context.read(cartId), lineId)?.id : lineId
      if (known) return set(cartId, shopper, known, quantity)
      const [variantId = ''] = /^variant_[^_]+/.exec(lineId) ?? []
      const isNamed = lineKey(variantId, normalizeEngraving(engraving ?? '')) === lineId
      if (!isNamed) throw new HttpError(404, { message: CART_MESSAGES.noLine })
      return add(cartId, shopper, { variant_id: variantId, quantity, ...(engraving ? { engraving } : {}) })
    })

  const addLine: CartLines['addLine'] = (cartId, shopper, line) =>
    context.write(cartId, shopper, () => add(cartId, shopper, line))

  return {
    addLine,
    async addLineOnce(cartId, { order, ...shopper }, line) {
      const result = await addLine(cartId, { ...shopper, order }, line)
      const key = lineKey(line.variant_id, normalizeEngraving(line.engraving ?? ''))
      const isThere = result.cart.items.some((item) => keyOfItem(item) === key)
      return isThere || result.notices?.length ? result : addLine(cartId, shopper, line)
    },
    setLine,
    removeLine: (cartId, shopper, lineId) => setLine(cartId, shopper, lineId, { quantity: 0 }),
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
