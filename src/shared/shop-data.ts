import type { Cart } from './cart/cart.ts'
import type { AddressForm } from './checkout/address-form.ts'
import type { CheckoutData } from './checkout/checkout-data.ts'
import type { CheckoutStep } from './checkout/checkout-steps.ts'
import type { CountryList } from './country/visitor.ts'
import type { MailingPage, MailingView } from './newsletter/mailing.ts'
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
  /** Of these products alone, in this order; those that are not sold are left out. Nothing else of the query counts. */
  handles?: readonly string[]
  sort?: ProductSort
  /** Codes of metals: products made in any of them. */
  metals?: readonly string[]
  /** Codes of stone cuts: products with any of them. */
  cuts?: readonly string[]
  /** What the lowest price of a product lies in, in hundredths of the visitor's currency. */
  price?: PriceRange
  /** Only what can be bought now. */
  inStock?: boolean
  /** Whether the answer says how many products each further choice would leave. */
  withFacets?: boolean
  limit?: number
  offset?: number
}

/** A search: narrowed, sorted and paged as a list is; `featured` is the order of relevance. */
export interface SearchQuery extends Omit<CardQuery, 'category' | 'collection' | 'handles'> {
  q: string
}

/** What a form left behind for the next page: shown once. */
export interface Flash {
  /** What was done; absent where the form was refused, or says only `message`. */
  done?: 'subscribed' | 'hinted' | 'withdrawn' | 'link-sent' | 'taken-back'
  message: string
  /** Field name -> what is wrong with it. */
  fields?: Record<string, string>
  /** Field name -> what was typed. */
  values?: Record<string, string>
}

/** The purchase that waits for its order. */
export interface Confirming {
  /** Null where nothing waits. */
  cartId: string | null
  /** Whether the order is there, and this visitor may see it. */
  isPlaced: boolean
  /** Where we write to; null where it is not known. */
  email: string | null
}

/**
 * Where loaders get what they show: in process on the server, our own `/api` in the browser.
 * Words come in the page's language, amounts in the visitor's currency (integer hundredths).
 */
export interface ShopData {
  categories(): Promise<Category[]>
  cards(query: CardQuery): Promise<ShownCardList>
  /**
   * Of these products those that are sold, in this order. @throws where that cannot be told: no one is to hear that a
   * product is gone
   */
  products(handles: readonly string[]): Promise<ShownCard[]>
  /** A search that fails is told of in the log and finds nothing. */
  search(query: SearchQuery): Promise<ShownSearch>
  /** Null where no product has the handle. */
  product(handle: string): Promise<ShownProduct | null>
  related(handle: string): Promise<ShownCard[]>
  /** The visitor's cart; null where there is none. */
  cart(): Promise<Cart | null>
  /** Answers also while the backend is away: then the cart of the visitor waits. */
  confirming(): Promise<Confirming>
  /** @param step whose offers are asked for; none where the shopper is only led to where they left off */
  checkout(step: CheckoutStep | undefined): Promise<CheckoutData>
  /** How addresses are written in a country. @param country ISO 3166 */
  addressForm(country: string): Promise<AddressForm>
  /** The order that this visitor placed last; null where there is none. */
  order(): Promise<Order | null>
  /** The order that this visitor found by its number; null where there is none. */
  foundOrder(): Promise<Order | null>
  /**
   * The order that is meant, to be withdrawn from. @param asked which one, and how many of which lines; null where the
   * visitor holds none
   */
  withdrawing(asked: URLSearchParams): Promise<Withdrawing | WithdrawingUnseen | null>
  /** The withdrawal that a link can take back; null where the link is none of ours. */
  takeableWithdrawal(token: string): Promise<TakeableWithdrawal | null>
  /** The number of an order by its id; null where there is none. */
  orderNumber(orderId: string): Promise<string | null>
  flash(): Flash | null
  /** What the holder of a link in a letter is shown. */
  mailing(page: MailingPage, token: string): Promise<MailingView>
  countries(): Promise<CountryList>
  /** Documents; drafts among them only in a preview. */
  content: ContentSource
}
