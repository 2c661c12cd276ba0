import type { ReactNode } from 'react'

import type { Email, EmailContext, RenderedEmail } from '../email/email.ts'
import type { Locale } from '../i18n/locale.ts'
import type { ReferencePrice } from '../money/crossed-out-price.ts'
import type { Stones } from '../product/read-stones.ts'
import type { PublicData, ShopData } from '../shop-data.ts'
import type { CampaignName } from '../shop/campaign.ts'
import type { Operator } from '../shop/operator.ts'
import type { PaymentLogo } from '../shop/payment-logos.ts'
import type { PublicConfig } from './public-config.ts'

export interface Page {
  locale: Locale
  /** Upper case; null on every page that is the same for all visitors. */
  country: string | null
  /** Of the region: ISO 4217, upper case. */
  currency: string
  regionId: string
  origin: string
  brand: string
  operator: Operator
  returnDays: number
  /** In words, if it holds for every country of the region. */
  delivery: string | null
  returns: string
  paymentLogos: readonly PaymentLogo[]
  campaign: CampaignName | null
  /** In words, such as `30 November`. */
  campaignEnd: string | null
  referencePrice: ReferencePrice
  /** A preview page is for one person and is not cached. */
  preview: boolean
  /** '' in development. */
  build: string
  publicConfig: PublicConfig
}

export interface PageRequest {
  request: Request
  /** Undefined for a page of the cache. */
  requestId?: string
  page: Page
  publicData: PublicData
  /** Undefined for a page that everyone gets. */
  shopData?: ShopData | undefined
}

export interface PageAssets {
  styles: string[]
  /** Each is `<url>#<SHA-384 of the bytes in base64>`. */
  modules: string[]
}

export interface RenderablePage {
  status: number
  /** Thrown by a loader. It is logged and never shown on the page. */
  failure?: unknown
  routeIds: string[]
  route: string
  /** Message catalogs besides the common one. */
  messages: string[]
  /** Canonical; part of the page-cache key. Null if the page is personal or has an unlimited number of variants. */
  ownAddress: string | null
  ownParameters: readonly string[]
  /** No analytics run. */
  isPrivate: boolean
  isCheckout: boolean
  /** For a navigation in the browser. Waits for deferred data; what cannot be loaded is reported and left out. */
  data: (onLateError: (error: unknown) => void) => Promise<PageData>
  /** A new tree on each call: a page may be rendered twice. */
  element: (assets: PageAssets) => ReactNode
  errorElement: (assets: PageAssets, error: unknown) => ReactNode
}

/** What a navigation in the browser receives. */
export interface PageData extends Pick<Page, 'build' | 'currency'> {
  /** By route id, without that of the root, which each document has. */
  loaderData: Record<string, unknown>
}

/** `isDocument`: the browser must load the target as a document. */
export interface PageRedirect {
  status: number
  location: string
  isDocument?: boolean
}

export interface PagePrivacy {
  /** No cache may store the page. */
  isPersonal: boolean
  /** It must not leak to other sites, for example as a referrer. */
  hasSecretUrl: boolean
}

export type PageResult = { redirect: PageRedirect } | RenderablePage

/** The server imports nothing else from the app. */
export interface PageModule {
  createPage: (request: PageRequest) => Promise<PageResult>
  privacyAt: (path: string) => PagePrivacy
  renderEmail: (email: Email, place: EmailContext) => Promise<RenderedEmail>
  /** An SVG element: stones beside a coin of the currency. */
  drawStones: (stones: readonly Stones[], locale: Locale, currency: string) => Promise<string>
  inlineScript: string
}
