import type { AccountAddresses, AccountDetails, AccountView, LinkView } from './account/account.ts'
import type { Cart } from './cart/cart.ts'
import type { AddressForm } from './checkout/address-form.ts'
import type { CheckoutData } from './checkout/checkout-data.ts'
import type { CheckoutStep } from './checkout/checkout-steps.ts'
import type { ContentSource } from './content/content-source.ts'
import type { CountryList } from './country/visitor.ts'
import type { MailingPage, MailingView } from './newsletter/mailing.ts'
import type { StockAlertsView } from './newsletter/stock-alert.ts'
import type { Order } from './order/order.ts'
import type { RevocableWithdrawal, WithdrawalForm, WholeOrderForm } from './order/withdrawal-form.ts'
import type { Category, PriceRange } from './product/product.ts'
import type { ShownCard, ShownCardList, ShownSearch, ShownProduct } from './product/shown-product.ts'

export type Collection = 'best-sellers' | 'trending' | 'new-in'
export type ProductSort = 'featured' | 'price-asc' | 'price-desc' | 'newest'

export interface CardQuery {
  category?: string
  collection?: Collection
  /** Only these, if they are sold, in this order. All other filters are ignored. */
  handles?: readonly string[]
  sort?: ProductSort
  metals?: readonly string[]
  cuts?: readonly string[]
  price?: PriceRange
  inStock?: boolean
  withFacets?: boolean
  limit?: number
  offset?: number
}

/** `featured` sorts by relevance. */
export interface SearchQuery extends Omit<CardQuery, 'category' | 'collection' | 'handles'> {
  q: string
}

/** Shown once on the next page after a form. */
export interface Flash {
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

export interface Confirming {
  cartId: string | null
  /** The order exists, and this visitor may see it. */
  isPlaced: boolean
  email: string | null
}

/** What a page may show to everyone. Amounts are in hundredths of the visitor's currency. */
export interface PublicData {
  categories(): Promise<Category[]>
  cards(query: CardQuery): Promise<ShownCardList>
  /** A failed search is logged and returns an empty result. */
  search(query: SearchQuery): Promise<ShownSearch>
  product(handle: string): Promise<ShownProduct | null>
  related(handle: string): Promise<ShownCard[]>
  content: ContentSource
}

/** A personal page can also show what is one visitor's own. */
export interface ShopData extends PublicData {
  cart(): Promise<Cart | null>
  /** With the backend down, the visitor's cart counts as not confirmed yet. */
  confirming(): Promise<Confirming>
  /** `step` is undefined if the shopper is only redirected to the right one. */
  checkout(step: CheckoutStep | undefined): Promise<CheckoutData>
  addressForm(country: string): Promise<AddressForm>
  order(): Promise<Order | null>
  foundOrder(): Promise<Order | null>
  isSignedIn(): Promise<boolean>
  passkeyOrigin(): string | null
  account(): Promise<AccountView | null>
  accountDetails(): Promise<AccountDetails | null>
  accountAddresses(): Promise<AccountAddresses | null>
  /** The link stays unused. */
  accountLink(token: string): Promise<LinkView>
  /** Null if it is not theirs, undefined for a guest. */
  accountOrder(orderId: string): Promise<Order | null | undefined>
  withdrawalForm(asked: URLSearchParams): Promise<WithdrawalForm | WholeOrderForm | null>
  revocableWithdrawal(token: string): Promise<RevocableWithdrawal | null>
  orderNumber(orderId: string): Promise<string | null>
  flash(): Flash | null
  mailing(page: MailingPage, token: string): Promise<MailingView>
  stockAlerts(token: string): Promise<StockAlertsView>
  countries(): Promise<CountryList>
}
