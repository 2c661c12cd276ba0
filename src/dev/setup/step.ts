import type { Site } from '#server/content/load-site.ts'
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import type { Answers, ColorName, DeliveryAnswer, FromAnswer, RegionAnswer, Theme } from './answers.ts'
import type { DraftFiles } from './draft-files.ts'
import type { Mistakes } from './mistakes.ts'

/** The shop before the changes. */
export interface PresentShop {
  site: Site
  /** Reads the colors of both color modes. @throws CommandError if a token is missing or not written as `#rrggbb` */
  readColors: () => Promise<Record<Theme, Record<ColorName, string>>>
  placeholders: Placeholder[]
  regions: PresentRegion[]
  delivery: PresentDelivery
  /** Rates in per cent by upper-case country. */
  taxes: Map<string, { regionId: string; rateId: string | undefined; rate: number | undefined }>
  /** The store with the currencies that Medusa knows prices in, lower case. */
  store: {
    id: string
    name: string
    salesChannelId: string | null
    currencies: { code: string; isDefault: boolean; taxIncluded: boolean }[]
  }
  samples: PresentSamples
}

export interface PresentRegion extends Omit<RegionAnswer, 'countries'> {
  id: string
  /** Upper-case ISO codes, sorted. */
  countries: string[]
  /** Names of all metadata, which an update replaces as a whole. */
  metadata: Record<string, unknown>
}

export interface PresentDelivery {
  location: (FromAnswer & { id: string }) | undefined
  /** The first set of the location for parcels. */
  setId: string | undefined
  zones: PresentZone[]
  options: KnownOption[]
}

/** A delivery option of all zones. What differs between them, or is set in none, is left out. */
export type KnownOption = Pick<DeliveryAnswer, 'name' | 'prices'> & Partial<Pick<DeliveryAnswer, 'days' | 'insured'>>

export interface PresentZone {
  id: string
  name: string
  /** Upper-case ISO codes, sorted. */
  countries: string[]
  options: PresentOption[]
}

export interface PresentOption {
  id: string
  name: string
  russian: string | undefined
  translationId: string | undefined
  isReturn: boolean
  metadata: Record<string, unknown>
  prices: PresentPrice[]
}

/** A price of a delivery option, also one for a region or from some total on. */
export interface PresentPrice {
  id: string
  /** Lower case. */
  currency: string
  /** Major units. */
  amount: number
  /** As Medusa stores it. */
  stored: number
  rules: { attribute: string; operator: string; value: string }[]
}

interface Named {
  id: string
  handle: string
}

/** The answer of `commerce/src/api/admin/storefront/samples`. */
export interface PresentSamples {
  /** `variants` are ids. */
  products: (Named & { variants: string[] })[]
  changed: Named[]
  categories: Named[]
  collections: Named[]
  priceLists: { id: string; title: string }[]
}

/** Text in square brackets in a page. */
export interface Placeholder {
  /** Below the content folder, such as `en/policies/privacy-policy.md`. */
  file: string
  line: number
  /** Without the brackets. */
  text: string
}

export interface Tools {
  admin: StaffApi
  priceUnit: PriceUnit
  files: DraftFiles
  /** The folder of the program, with `src`. */
  root: string
  contentDir: string
  /** Paths in the answers are relative to it. */
  answersDir: string
  log: (line: string) => void
}

export interface Plan {
  /** One line for each change. */
  lines: string[]
  /** What the merchant has to do by hand. */
  byHand?: string[]
  /** Writes to Medusa; changes of files are in the draft. */
  apply?: () => Promise<void>
}

export interface Step {
  title: string
  /** What the step changes, for the merchant. */
  about: string
  /** Asks in the terminal, with the present values as defaults. */
  ask: (present: PresentShop, answers: Answers) => Promise<Partial<Answers>>
  /** Checks the answers against the shop, and drafts the changes. Nothing is written before `apply`. */
  plan: (answers: Answers, present: PresentShop, tools: Tools & { mistakes: Mistakes }) => Promise<Plan>
}
