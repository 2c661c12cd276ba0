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
  /** Of the region, in which the visitor pays: ISO 4217, upper case. */
  currency: string
  /** Of the prices on this page: the default one while prices in `currency` are not loaded. */
  shownCurrency: string
  regionId: string
  /** Public, for canonical URLs. */
  origin: string
  brand: string
  operator: Operator
  /** After delivery. */
  returnDays: number
  /** In words, if it holds for every country of the region: `Free insured delivery`. */
  delivery: string | null
  /** In words: `30-day returns`. */
  returns: string
  paymentLogos: readonly PaymentLogo[]
  /** Shown if the page's prices support it. */
  campaign: CampaignName | null
  /** The last day in words, such as `30 November`; null if the campaign has no end or is not shown. */
  campaignEnd: string | null
  referencePrice: ReferencePrice
  /** Whether drafts are shown. A preview page is for one person and is not cached. */
  preview: boolean
  contentVersion: string
  /** The build that rendered the page; '' in development. */
  build: string
  publicConfig: PublicConfig
}

export interface PageRequest {
  request: Request
  /** In the log; undefined for a page of the cache. */
  requestId?: string
  page: Page
  shopData: ShopData
}

/** Needed before a page can paint or hydrate. */
export interface PageAssets {
  styles: string[]
  /** Each is `<url>#<SHA-384 of the bytes in base64>`. */
  modules: string[]
}

export interface RenderablePage {
  status: number
  /** The unexpected error that a loader threw. It is logged and never shown on the page. */
  failure?: unknown
  /** Of the matched routes, root first. */
  routeIds: string[]
  /** Such as `/:lang/shop/product/:handle`. */
  route: string
  /** Message catalogs that the page needs besides the common one. */
  messages: string[]
  /**
   * Path and query in canonical form, without parameters that do not change the page; part of the page-cache key. Null
   * if the page is personal or has an unlimited number of variants.
   */
  ownAddress: string | null
  /** Query parameters that change the page. */
  ownParameters: readonly string[]
  /** A page of a single visitor, on which no analytics run. */
  isPrivate: boolean
  isCheckout: boolean
  /** A new tree on each call, so that a page can be rendered twice. */
  element: (assets: PageAssets) => ReactNode
  /** The same page with its error boundary in place of the part that threw. */
  errorElement: (assets: PageAssets, error: unknown) => ReactNode
}

/** From the route's handle. */
export interface PagePrivacy {
  /** The page belongs to a single visitor: no cache may store it. */
  isPersonal: boolean
  /** The secret must not leak to other sites (for example as a referrer). */
  hasSecretUrl: boolean
}

export type PageResult = { redirect: { status: number; location: string } } | RenderablePage

/** The built app's interface to the server; the server imports nothing else from it. */
export interface PageModule {
  createPage: (request: PageRequest) => Promise<PageResult>
  /** Without loading the page. `path` has its language. */
  privacyAt: (path: string) => PagePrivacy
  renderEmail: (email: Email, place: EmailContext) => Promise<RenderedEmail>
  /** The printable ring sizer. */
  sizePrintout: (locale: Locale, brand: string) => Promise<PrintoutShape[]>
  /** An SVG element: stones beside a coin of the currency. */
  drawStones: (stones: readonly Stones[], locale: Locale, currency: string) => Promise<string>
  /** The only inline script of a cached page. */
  inlineScript: string
}
