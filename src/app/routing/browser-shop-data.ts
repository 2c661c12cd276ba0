import { data } from 'react-router'

import type { CurrentCartAnswer } from '#shared/cart/cart.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { CheckoutData } from '#shared/checkout/checkout-data.ts'
import type { CountryList } from '#shared/country/visitor.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import type { ContentSource } from '#shared/page/content-source.ts'
import type { Page } from '#shared/page/page-module.ts'
import { writePriceRange } from '#shared/product/price-range.ts'
import type { CategoryList, ProductAnswer, ProductCardList } from '#shared/product/product.ts'
import type { SearchAnswer } from '#shared/product/search.ts'
import { nothingFound } from '#shared/search/nothing-found.ts'
import type { CardQuery, ShopData } from '#shared/shop-data.ts'

type Query = Record<string, string | number | boolean | readonly string[] | undefined>

/** Lists, searches and related products that fail are empty, so that the page works. All other calls throw. */
export function createBrowserShopData(
  { locale, currency }: Pick<Page, 'locale' | 'currency'>,
  content: ContentSource,
): ShopData {
  async function get<Answer>(path: string, query: Query = {}): Promise<Answer> {
    const search = new URLSearchParams({ lang: locale, currency })
    for (const [name, value] of Object.entries(query)) {
      for (const one of [value ?? []].flat()) search.append(name, String(one))
    }
    const response = await fetch(`/api${path}?${search}`, { headers: { accept: 'application/json' } })
    if (!response.ok) throw data(null, { status: response.status })
    return (await response.json()) as Answer
  }

  async function getOrNull<Answer>(path: string): Promise<Answer | null> {
    try {
      return await get<Answer>(path)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    categories: async () => (await get<CategoryList>('/categories')).categories,
    cards: async (query) => {
      try {
        const asked = { ...choiceOf(query), handle: query.handles }
        return await get<ProductCardList>(`/products/${listName(query)}`, asked)
      } catch (error) {
        console.error('Failed to fetch products:', error)
        return { products: [], count: 0, currency_code: currency }
      }
    },
    products: async (handles) =>
      (await get<ProductCardList>('/products/all', { view: 'card', handle: handles })).products,
    search: async (query) => {
      try {
        return await get<SearchAnswer>('/products/search', { ...choiceOf(query), q: query.q })
      } catch (error) {
        console.error('Search failed:', error)
        return nothingFound(query.q, currency)
      }
    },
    product: async (handle) =>
      (await getOrNull<ProductAnswer>(`/products/handle/${encodeURIComponent(handle)}`))?.product ?? null,
    related: async (handle) => {
      try {
        const path = `/products/handle/${encodeURIComponent(handle)}/related`
        return (await get<ProductCardList>(path)).products
      } catch (error) {
        console.error('Failed to fetch related products:', error)
        return []
      }
    },
    cart: async () => (await get<CurrentCartAnswer>('/carts/current')).cart,
    order: async () => (await getOrNull<OrderAnswer>('/orders/current'))?.order ?? null,
    foundOrder: async () => (await getOrNull<OrderAnswer>('/orders/found'))?.order ?? null,
    orderNumber: async (id) =>
      (await getOrNull<OrderAnswer>(`/orders/${encodeURIComponent(id)}`))?.order.number ?? null,
    addressForm: (country) => get<AddressForm>(`/address-forms/${encodeURIComponent(country)}`),
    checkout: (step) => get<CheckoutData>('/carts/current/checkout', { step }),
    isSignedIn: () => Promise.reject(new Error('An account is a document of its own')),
    passkeyOrigin: () => null,
    account: () => Promise.reject(new Error('An account is a document of its own')),
    accountDetails: () => Promise.reject(new Error('An account is a document of its own')),
    accountAddresses: () => Promise.reject(new Error('An account is a document of its own')),
    accountLink: () => Promise.reject(new Error('What an email leads to is a document of its own')),
    accountOrder: () => Promise.reject(new Error('An account is a document of its own')),
    confirming: () => Promise.reject(new Error('A payment is confirmed by a document of its own')),
    withdrawing: () => Promise.reject(new Error('An order is withdrawn from by a document of its own')),
    takeableWithdrawal: () => Promise.reject(new Error('A withdrawal is taken back by a document of its own')),
    mailing: () => Promise.reject(new Error('What an email leads to is a document of its own')),
    stockAlerts: () => Promise.reject(new Error('What an email leads to is a document of its own')),
    flash: () => null,
    countries: () => get<CountryList>('/visitor/countries'),
    content,
  }
}

function choiceOf(query: Omit<CardQuery, 'category' | 'collection' | 'handles'>): Query {
  return {
    view: 'card',
    sort: query.sort,
    metal: query.metals,
    cut: query.cuts,
    price: query.price && (writePriceRange(query.price) || undefined),
    in_stock: query.inStock,
    facets: query.withFacets,
    limit: query.limit,
    offset: query.offset,
  }
}

function listName({ category, collection }: CardQuery): string {
  return encodeURIComponent(collection ?? category ?? 'all')
}

function isMissing(error: unknown): boolean {
  return (error as { init?: { status?: number } }).init?.status === 404
}
