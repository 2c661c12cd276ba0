import type { ReactNode } from 'react'

import type { Email, EmailContext, RenderedEmail } from '../email/email.ts'
import type { Locale } from '../i18n/locale.ts'
import type { ReferencePrice } from '../money/crossed-out-price.ts'
import type { PrintoutShape } from '../product/size-printout.ts'
import type { ShopData } from '../shop-data.ts'
import type { CampaignName } from '../shop/campaign.ts'
import type { PaymentLogo } from '../shop/payment-logos.ts'
import type { PublicConfig } from './public-config.ts'

/** What the server settled about a visit; the browser starts from the same facts. */
export interface Page {
  locale: Locale
  /** Upper case; null if unknown, and on every page that is the same for all visitors. */
  country: string | null
  /** ISO 4217, upper case: of the region below, in which the visitor pays. */
  currency: string
  /** Of the prices on this page: the default currency while the prices in `currency` are not loaded. */
  shownCurrency: string
  regionId: string
  /** The origin that shoppers see, for canonical addresses. */
  origin: string
  /** The shop's name. */
  brand: string
  /** How many days after its delivery a product may come back. */
  returnDays: number
  /** Of what is taken in the visitor's region. */
  paymentLogos: readonly PaymentLogo[]
  /** The campaign that the page may show, if its prices support it. */
  campaign: CampaignName | null
  /** Source of a former price if the backend has none. */
  referencePrice: ReferencePrice
  /** Whether drafts are shown: a document of its own, for one person. */
  preview: boolean
  /** Changes with every change of the words. */
  contentVersion: string
  /** Which build of the shop made the page; '' in development. */
  build: string
  /** What the operator set that a browser may know. */
  publicConfig: PublicConfig
}

export interface PageRequest {
  request: Request
  page: Page
  shopData: ShopData
}

/** Files that a page needs before it can paint or wake up. */
export interface PageAssets {
  styles: string[]
  /** Each with the SHA-384 of its bytes, in base64, after a `#`. */
  modules: string[]
}

export interface RenderablePage {
  status: number
  /** What a loader threw that was no answer of ours: for the log, and never for the page. */
  failure?: unknown
  /** Ids of the matched routes, root first. */
  routeIds: string[]
  /** Names of the catalogs of words that it needs beside that of every page. */
  messages: string[]
  /**
   * Path and query as the page itself writes them, without what makes no difference to it; null for a page that is not
   * the same for everybody, or of which there are too many.
   */
  ownAddress: string | null
  /** Names of what in a query makes a difference to a page that has an address of its own. */
  ownParameters: readonly string[]
  /** A page of one visitor's own, which no one measures. */
  isPrivate: boolean
  /** One on which something is paid for. */
  isCheckout: boolean
  /** A new tree on each call, so that one answer can be rendered twice. */
  element: (assets: PageAssets) => ReactNode
  /** The same page with its error boundary in place of what threw. */
  errorElement: (assets: PageAssets, error: unknown) => ReactNode
}

/** What a page's route says of who may see, store and find it. */
export interface PagePrivacy {
  /** One visitor's own: no cache may store it. */
  isPersonal: boolean
  /** Its URL carries a right, which no other site is to be told. */
  hasSecretUrl: boolean
}

export type PageResult = { redirect: { status: number; location: string } } | RenderablePage

/** What the built app hands to the server; the only door between them. */
export interface PageModule {
  createPage: (request: PageRequest) => Promise<PageResult>
  /** The privacy of the page that a path leads to, before anything of it is loaded. @param path with its language */
  privacyAt: (path: string) => PagePrivacy
  renderEmail: (email: Email, place: EmailContext) => Promise<RenderedEmail>
  /** The sheet that measures rings on paper, in the words of a language. */
  sizePrintout: (locale: Locale, brand: string) => Promise<PrintoutShape[]>
  /** The one script that may stand inline in a page that is kept. */
  inlineScript: string
}
