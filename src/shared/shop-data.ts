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
  /** Handle of a category or sub-category; every product when absent. */
  category?: string
  collection?: Collection
  /** Only these products, in the given order, without those that are not sold. All other filters are ignored. */
  handles?: readonly string[]
  sort?: ProductSort
  /** Codes of metals; matches products made in any of them. */
  metals?: readonly string[]
  /** Codes of stone cuts; matches products with any of them. */
  cuts?: readonly string[]
  /** The range of a product's lowest price, in hundredths of the visitor's currency. */
  price?: PriceRange
  /** Only products that can be bought now. */
  inStock?: boolean
  /** Whether the response contains facet counts. */
  withFacets?: boolean
  limit?: number
  offset?: number
}

/** A search query. It is filtered, sorted and paged like a list; `featured` sorts by relevance. */
export interface SearchQuery extends Omit<CardQuery, 'category' | 'collection' | 'handles'> {
  q: string
}

/** Flash message: the result of a form submission, shown once on the next page. */
export interface Flash {
  /** The completed action; absent if the form was rejected or has only a `message`. */
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
  /** Field name -> error message. */
  fields?: Record<string, string>
  /** Field name -> typed value. */
  values?: Record<string, string>
}

/** A payment whose order is not confirmed yet. */
export interface Confirming {
  /** Null if there is none. */
  cartId: string | null
  /** Whether the order exists and this visitor may see it. */
  isPlaced: boolean
  /** The shopper's email address; null if it is not known. */
  email: string | null
}

/**
 * The data source of loaders: in process on the server, through `/api` in the browser. Texts are in the page's language,
 * amounts in the visitor's currency (integer hundredths).
 */
export interface ShopData {
  categories(): Promise<Category[]>
  cards(query: CardQuery): Promise<ShownCardList>
  /**
   * Returns those of the given products that are sold, in the given order.
   * @throws if it cannot be determined which are sold, so that no page reports a product as gone by mistake
   */
  products(handles: readonly string[]): Promise<ShownCard[]>
  /** Searches for products. A failed search is logged and returns an empty result. */
  search(query: SearchQuery): Promise<ShownSearch>
  /** Null if no product has the handle. */
  product(handle: string): Promise<ShownProduct | null>
  related(handle: string): Promise<ShownCard[]>
  /** The visitor's cart; null if there is none. */
  cart(): Promise<Cart | null>
  /**
   * Returns the payment whose order is not confirmed yet. If the backend is down, the visitor's cart counts as not
   * confirmed yet.
   */
  confirming(): Promise<Confirming>
  /** @param step the step whose options are loaded; undefined if the shopper is only redirected to where they left off */
  checkout(step: CheckoutStep | undefined): Promise<CheckoutData>
  /**
   * The address form of a country.
   * @param country ISO 3166
   */
  addressForm(country: string): Promise<AddressForm>
  /** The order that this visitor placed last; null if there is none. */
  order(): Promise<Order | null>
  /** The order that this visitor found by its number; null if there is none. */
  foundOrder(): Promise<Order | null>
  isSignedIn(): Promise<boolean>
  /** The origin at which passkeys work; null if the shop has no domain name. */
  passkeyOrigin(): string | null
  /** The signed-in customer with their orders; null for a guest. */
  account(): Promise<AccountView | null>
  /** The details and devices of the signed-in customer; null for a guest. */
  accountDetails(): Promise<AccountDetails | null>
  /** The addresses of the signed-in customer; null for a guest. */
  accountAddresses(): Promise<AccountAddresses | null>
  /** What an emailed link to the account does. It stays unused. */
  accountLink(token: string): Promise<LinkView>
  /** An order of the signed-in customer; null if it is not theirs, undefined for a guest. */
  accountOrder(orderId: string): Promise<Order | null | undefined>
  /**
   * The order to withdraw from; null if the visitor has none.
   * @param asked the page's query: which order, and the quantity of each line
   */
  withdrawing(asked: URLSearchParams): Promise<Withdrawing | WithdrawingUnseen | null>
  /** The withdrawal behind a take-back link; null if the token is invalid. */
  takeableWithdrawal(token: string): Promise<TakeableWithdrawal | null>
  /** The number of an order by its id; null if there is none. */
  orderNumber(orderId: string): Promise<string | null>
  flash(): Flash | null
  /** Loads the data of the page that a link in an email opens. */
  mailing(page: MailingPage, token: string): Promise<MailingView>
  /** Loads the stock alerts of the address behind a link in an email. */
  stockAlerts(token: string): Promise<StockAlertsView>
  countries(): Promise<CountryList>
  /** The documents of `content/`; drafts only in a preview. */
  content: ContentSource
}
