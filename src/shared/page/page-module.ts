import type { ReactNode } from 'react'

import type { Email, EmailContext, RenderedEmail } from '../email/email.ts'
import type { Locale } from '../i18n/locale.ts'
import type { ReferencePrice } from '../money/crossed-out-price.ts'
import type { Stones } from '../product/read-stones.ts'
import type { PrintoutShape } from '../product/size-printout.ts'
import type { ShopData } from '../shop-data.ts'
import type { CampaignName } from '../shop/campaign.ts'
import type { Operator } from '../shop/operator.ts'
import type { PaymentLogo } from '../shop/payment-logos.ts'
import type { PublicConfig } from './public-config.ts'

/** The server's decisions about a visit. The browser starts with these values. */
export interface Page {
  locale: Locale
  /** Upper case; null if unknown, and on every page that is the same for all visitors. */
  country: string | null
  /** Currency of the region `regionId`, in which the visitor pays: ISO 4217, upper case. */
  currency: string
  /** Currency of the prices on this page: the default one while prices in `currency` are not loaded. */
  shownCurrency: string
  regionId: string
  /** The public origin, for canonical URLs. */
  origin: string
  /** The shop's name. */
  brand: string
  /** The company behind the shop. */
  operator: Operator
  /** Days after delivery within which a product can be returned. */
  returnDays: number
  /** The price of delivery in words, if it holds for every country of the region: `Free insured delivery`. */
  delivery: string | null
  /** The return period in words: `30-day returns`. */
  returns: string
  /** Logos of the payment methods that the visitor's region accepts. */
  paymentLogos: readonly PaymentLogo[]
  /** The campaign that the page may show, if its prices support it. */
  campaign: CampaignName | null
  /** The last day of the campaign in words, such as `30 November`; null if the campaign has no end or is not shown. */
  campaignEnd: string | null
  /** Source of a former price if the backend has none. */
  referencePrice: ReferencePrice
  /** Whether drafts are shown. A preview page is for one person and is not cached. */
  preview: boolean
  /** Changes with every change of the content. */
  contentVersion: string
  /** Id of the build that rendered the page; '' in development. */
  build: string
  /** Settings that the browser may see. */
  publicConfig: PublicConfig
}

export interface PageRequest {
  request: Request
  /** The id of the visitor's request in the log; undefined for a page of the cache. */
  requestId?: string
  page: Page
  shopData: ShopData
}

/** Files that a page needs before it can paint or hydrate. */
export interface PageAssets {
  styles: string[]
  /** Each is `<url>#<SHA-384 of the bytes in base64>`. */
  modules: string[]
}

export interface RenderablePage {
  status: number
  /** The unexpected error that a loader threw. It is logged and never shown on the page. */
  failure?: unknown
  /** Ids of the matched routes, root first. */
  routeIds: string[]
  /** The pattern of the matched route, such as `/:lang/shop/product/:handle`. */
  route: string
  /** Names of the message catalogs that the page needs besides the common one. */
  messages: string[]
  /**
   * Path and query in canonical form, without parameters that do not change the page; part of the page-cache key. Null
   * if the page is personal or has an unlimited number of variants.
   */
  ownAddress: string | null
  /** Names of the query parameters that change the page. */
  ownParameters: readonly string[]
  /** True for a page of a single visitor, on which no analytics run. */
  isPrivate: boolean
  /** True for a page on which the shopper pays. */
  isCheckout: boolean
  /** Returns a new tree on each call, so that a page can be rendered twice. */
  element: (assets: PageAssets) => ReactNode
  /** Returns the same page with its error boundary in place of the part that threw. */
  errorElement: (assets: PageAssets, error: unknown) => ReactNode
}

/** Privacy of a page, from its route's handle. */
export interface PagePrivacy {
  /** The page belongs to a single visitor: no cache may store it. */
  isPersonal: boolean
  /** The URL contains a secret, which must not leak to other sites (for example as a referrer). */
  hasSecretUrl: boolean
}

export type PageResult = { redirect: { status: number; location: string } } | RenderablePage

/** The built app's interface to the server; the server imports nothing else from it. */
export interface PageModule {
  createPage: (request: PageRequest) => Promise<PageResult>
  /**
   * Privacy of the page at a path, without loading the page.
   * @param path with its language
   */
  privacyAt: (path: string) => PagePrivacy
  renderEmail: (email: Email, place: EmailContext) => Promise<RenderedEmail>
  /** Shapes of the printable ring sizer in one language. */
  sizePrintout: (locale: Locale, brand: string) => Promise<PrintoutShape[]>
  /**
   * The drawing of stones beside a coin, as an SVG element.
   * @param currency ISO 4217; it determines the coin
   */
  drawStones: (stones: readonly Stones[], locale: Locale, currency: string) => Promise<string>
  /** The only inline script of a cached page. */
  inlineScript: string
}
