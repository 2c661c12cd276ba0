import type { AccountAddresses, AccountDetails, AccountView, LinkView } from './account/account.ts'
import type { Cart } from './cart/cart.ts'
import type { AddressForm } from './checkout/address-form.ts'
import type { CheckoutData } from './checkout/checkout-data.ts'
import type { CheckoutStep } from './checkout/checkout-steps.ts'
import type { CountryList } from './country/visitor.ts'
import type { MailingPage, MailingView } from './newsletter/mailing.ts'
import type { StockAlertsView } from './newsletter/stock-alert.ts'
import type { Order } from './order/order.ts'
import type { TakeableWithdrawal, Withdrawing, WithdrawingUnseen } from './order/withdrawing.ts'
import type { ContentSource } from './page/content-source.ts'
import type { Category, PriceRange } from './product/product.ts'
import type { ShownCard, ShownCardList, ShownSearch, ShownProduct } from './product/shown-product.ts'

export type Collection = 'best-sellers' | 'trending' | 'new-in'
export type ProductSort = 'featured' | 'price-asc' | 'price-desc' | 'newest'

export interface CardQuery {
  /** Of a category or sub-category; every product when absent. */
  category?: string
  collection?: Collection
  /** In this order, without those that are not sold. All other filters are ignored. */
  handles?: readonly string[]
  sort?: ProductSort
  /** Products made in any of these metals. */
  metals?: readonly string[]
  /** Products with any of these cuts. */
  cuts?: readonly string[]
  /** Of a product's lowest price, in hundredths of the visitor's currency. */
  price?: PriceRange
  inStock?: boolean
  withFacets?: boolean
  limit?: number
  offset?: number
}

/** Filtered, sorted and paged like a list; `featured` sorts by relevance. */
export interface SearchQuery extends Omit<CardQuery, 'category' | 'collection' | 'handles'> {
  q: string
}

/** The result of a form submission, shown once on the next page. */
export interface Flash {
  /** Absent if the form was rejected or has only a `message`. */
  done?:
    | 'subscribed'
    | 'hinted'
    | 'alerted'
    | 'withdrawn'
    | 'link-sent'
    | 'taken-back'
    | 'asked'
    | 'signed-out'
    | 'saved'
  message: string
  fields?: Record<string, string>
  values?: Record<string, string>
}

/** A payment whose order is not confirmed yet. */
export interface Confirming {
  cartId: string | null
  /** The order exists and this visitor may see it. */
  isPlaced: boolean
  email: string | null
}

/**
 * For loaders: in process on the server, through `/api` in the browser. Texts are in the page's language, amounts in
 * integer hundredths of the visitor's currency. Null means that there is none, and for accounts a guest.
 */
export interface ShopData {
  categories(): Promise<Category[]>
  cards(query: CardQuery): Promise<ShownCardList>
  /**
   * Those that are sold, in the given order. Throws if that cannot be determined, so that no page reports a product as
   * gone by mistake.
   */
  products(handles: readonly string[]): Promise<ShownCard[]>
  /** A failed search is logged and returns an empty result. */
  search(query: SearchQuery): Promise<ShownSearch>
  product(handle: string): Promise<ShownProduct | null>
  related(handle: string): Promise<ShownCard[]>
  cart(): Promise<Cart | null>
  /** If the backend is down, the visitor's cart counts as not confirmed yet. */
  confirming(): Promise<Confirming>
  /** `step` is undefined if the shopper is only redirected to where they left off. */
  checkout(step: CheckoutStep | undefined): Promise<CheckoutData>
  addressForm(country: string): Promise<AddressForm>
  /** The order that this visitor placed last. */
  order(): Promise<Order | null>
  /** The order that this visitor found by its number. */
  foundOrder(): Promise<Order | null>
  isSignedIn(): Promise<boolean>
  /** Null if the shop has no domain name. */
  passkeyOrigin(): string | null
  account(): Promise<AccountView | null>
  accountDetails(): Promise<AccountDetails | null>
  accountAddresses(): Promise<AccountAddresses | null>
  /** The link stays unused. */
  accountLink(token: string): Promise<LinkView>
  /** Null if it is not theirs, undefined for a guest. */
  accountOrder(orderId: string): Promise<Order | null | undefined>
  /** `asked` is the page's query: which order, and the quantity of each line. */
  withdrawing(asked: URLSearchParams): Promise<Withdrawing | WithdrawingUnseen | null>
  /** Null if the token is invalid. */
  takeableWithdrawal(token: string): Promise<TakeableWithdrawal | null>
  orderNumber(orderId: string): Promise<string | null>
  flash(): Flash | null
  mailing(page: MailingPage, token: string): Promise<MailingView>
  stockAlerts(token: string): Promise<StockAlertsView>
  countries(): Promise<CountryList>
  /** Drafts only in a preview. */
  content: ContentSource
}
