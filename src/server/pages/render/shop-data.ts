import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { addressForm } from '#server/cart/address-forms.ts'
import { cartCookie, foundOrderId, orderCookie, isId } from '#server/cart/api/cart-cookies.ts'
import { readHeldCart } from '#server/cart/api/ordered-cart.ts'
import { readCheckout, readConfirming } from '#server/cart/api/read-checkout.ts'
import { noteIfEmpty } from '#server/catalog/empty-searches/empty-searches.ts'
import type { Shop } from '#server/catalog/shop.ts'
import { withMaterials, withTestimonials, rememberAnswers } from '#server/content/product-content.ts'
import { ownsOrder, readAccount, readAccountDetails } from '#server/customers/account.ts'
import { readAddresses } from '#server/customers/addresses.ts'
import { takeFlash } from '#server/http/forms/flash.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originOf } from '#server/http/request-url.ts'
import type { Visitor } from '#server/http/visitor.ts'
import { openOrder, visibleOrder } from '#server/orders/order-access.ts'
import { readRevocable, readWithdrawalForm } from '#server/orders/withdrawals/withdrawal-form.ts'
import { openEmailLink } from '#server/subscriptions/subscribe.ts'
import { listCountries } from '#server/visitor/visitor-routes.ts'
import { maskEmailAddress } from '#shared/email/is-email-address.ts'
import type { ProductCardList } from '#shared/product/product.ts'
import { toShownCard, type ShownCardList, toShownProduct } from '#shared/product/shown-product.ts'
import { nothingFound } from '#shared/search/nothing-found.ts'
import type { PublicData, ShopData } from '#shared/shop-data.ts'

interface Audience {
  visitor: Pick<Visitor, 'locale' | 'regionId' | 'currency' | 'preview'>
  log: FastifyBaseLogger
}

/** Pages query the snapshot in process, not over HTTP. Only carts and orders are requested from Medusa. */
export function createShopData(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): ShopData {
  const { locale, regionId } = request.visitor
  const shopper = { locale, regionId, origin: originOf(request) }

  const held = async () => {
    const id = cartCookie.read(request)
    return id ? orNull(readHeldCart(request, reply, id)) : null
  }
  const orderOf = async (id: string | undefined) => {
    return id ? orNull(app.carts.readOrder(id, shopper)) : null
  }
  const cart: ShopData['cart'] = async () => (await held())?.cart ?? null

  return {
    ...createPublicData(app, request),
    cart,
    addressForm: async (country) => addressForm(country),
    checkout: (step) => readCheckout(request, reply, shopper, step),
    order: async () => {
      const placed = await held()
      if (placed?.order) return placed.order
      return orderOf(orderCookie.read(request))
    },
    foundOrder: async () => {
      const found = await orderOf(foundOrderId(request))
      return found && visibleOrder(request, found, locale)
    },
    isSignedIn: async () => (await app.customers.session(request)) !== undefined,
    passkeyOrigin: () => app.customers.passkeys.origin(),
    account: async () => {
      const session = await app.customers.session(request)
      return session ? orGuest(readAccount(app, session, locale)) : null
    },
    accountDetails: async () => {
      const session = await app.customers.session(request)
      return session ? orGuest(readAccountDetails(app, session)) : null
    },
    accountAddresses: async () => {
      const session = await app.customers.session(request)
      return session ? orGuest(readAddresses(app, session, request.visitor.country)) : null
    },
    accountLink: async (token) => {
      const link = await app.customers.readLink(token)
      if (!link) return { state: 'spent', email: null }
      // The reader of the present address has to know the new one, and needs no session.
      if (link.purpose === 'allow-change') return { state: link.purpose, email: link.email }
      const isOthers = link.customer_id && link.customer_id !== (await app.customers.session(request))?.customer_id
      const state = isOthers ? 'elsewhere' : link.purpose
      const asksAddress = !link.customer_id && !app.customers.hasAsked(request, link.email)
      return { state, email: asksAddress ? link.email : maskEmailAddress(link.email), asksAddress }
    },
    accountOrder: async (id) => {
      const session = await app.customers.session(request)
      const isOwn = session && (await orGuest(ownsOrder(app, session, isId('order', id) ? id : '')))
      if (!isOwn) return isOwn === false ? null : undefined
      const order = await orNull(app.carts.readOrder(id, shopper))
      // So that the order can be withdrawn from, as after opening the link in its email.
      if (order) openOrder(reply, id)
      return order
    },
    confirming: () => readConfirming(request, reply),
    withdrawalForm: (asked) => orNull(readWithdrawalForm(request, asked)),
    revocableWithdrawal: (token) => readRevocable(app, token),
    orderNumber: async (id) =>
      isId('order', id) ? ((await orNull(app.carts.readOrder(id, shopper)))?.number ?? null) : null,
    flash: () => takeFlash(request, reply),
    mailing: (page, token) => openEmailLink(app.mailing, page, token),
    stockAlerts: (token) => app.stockAlerts.open(token, locale),
    countries: async () => listCountries(request),
  }
}

export function createPublicData(app: FastifyInstance, { visitor, log }: Audience): PublicData {
  const { locale, regionId, currency, preview } = visitor
  const view = { locale, regionId }
  const content = () => rememberAnswers(app.content.requests())
  // Use one shop for the whole page. Prices that are loaded in the meantime would otherwise put two currencies on it.
  let known: Shop | undefined = app.catalog.version === null ? undefined : app.catalog.shop()
  const shop = () => (known ??= app.catalog.shop())
  return {
    categories: async () => shop().categories(locale),
    cards: async (query) => {
      const list = shop().cards(query, view)
      return list ? withShownCards(list) : { products: [], count: 0, currency_code: currency }
    },
    search: async (query) => {
      try {
        const answer = shop().search(query, view)
        noteIfEmpty(app, locale, query, answer)
        return withShownCards(answer)
      } catch (error) {
        log.error({ event: 'pages.search_failed', err: error }, 'Search failed:')
        return nothingFound(query.q, currency)
      }
    },
    product: async (handle) => {
      const product = shop().product(handle, view)
      if (!product) return null
      const reading = { locale, preview }
      return withMaterials(withTestimonials(toShownProduct(product), content(), reading), content(), reading)
    },
    related: async (handle) => shop().related(handle, view)?.map(toShownCard) ?? [],
    content: {
      query: async (query) => content().query(query, { preview }),
      navigation: async (query) => content().navigation(query, { preview }),
    },
  }
}

function withShownCards<List extends ProductCardList>(list: List): Omit<List, 'products'> & ShownCardList {
  return { ...list, products: list.products.map(toShownCard) }
}

/** Null if the session ended meanwhile. */
async function orGuest<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 401) return null
    throw error
  }
}

/** Null for data that the backend no longer has. Throws any other error, such as an outage. */
async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 404) return null
    throw error
  }
}
