import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'

/** A country that the shop delivers to, and what a shopper there pays in. */
const ShopCountry = Type.Object({
  code: Type.String({ description: 'ISO 3166, upper case' }),
  name: Type.String({ description: 'in the language asked for' }),
  currency_code: Type.String({ description: 'ISO 4217, upper case' }),
})
type ShopCountry = Static<typeof ShopCountry>

/** A group of countries under a heading in the requested locale, sorted by the countries' names. */
const CountryGroup = Type.Object({ name: Type.String(), countries: Type.Array(ShopCountry) })
type CountryGroup = Static<typeof CountryGroup>

/** Every country once. `country` is the visitor's own; null if unknown. */
export const CountryList = Type.Object({ groups: Type.Array(CountryGroup), country: nullable(Type.String()) })
export type CountryList = Static<typeof CountryList>

/** `return_to` is where a form redirects; a JSON call ignores it. */
export const ChangeCountry = Type.Object(
  { country: Type.String({ pattern: '^[A-Za-z]{2}$' }), return_to: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
export type ChangeCountry = Static<typeof ChangeCountry>

export const VisitorCountry = Type.Object({
  countryCode: Type.String(),
  currency_code: Type.String(),
  regionId: Type.String(),
  /** Said politely to the shopper, in their language: that their cart, or a piece of it, could not follow. */
  message: Type.Optional(Type.String()),
})
export type VisitorCountry = Static<typeof VisitorCountry>

/** `time_zone` is the visitor's, such as `Europe/Berlin`: it tells the country if nothing better does. */
export const DeliveryQuery = Type.Object({ time_zone: Type.Optional(Type.String({ maxLength: 64 })) })
export type DeliveryQuery = Static<typeof DeliveryQuery>

/** When a parcel that is ordered now arrives; days are ISO, as `2026-11-26`. */
export const DeliveryDates = Type.Object({
  /** Null if the country is unknown or the shop does not deliver there. */
  country: nullable(Type.Object({ code: Type.String(), name: Type.String() })),
  /** The cheapest first; `days` as the visitor reads them: `Mon, Nov 30 – Thu, Dec 3`. */
  ways: Type.Array(
    Type.Object({
      name: Type.String(),
      earliest: Type.String(),
      latest: Type.String(),
      days: Type.String(),
      amount: nullable(Type.Integer({ description: 'hundredths of currency_code; null where the cart decides' })),
      currency_code: Type.String(),
    }),
  ),
})
export type DeliveryDates = Static<typeof DeliveryDates>

export const CurrentRegion = Type.Object({ regionId: Type.String(), currency_code: Type.String() })
export type CurrentRegion = Static<typeof CurrentRegion>

/** `countryCode` is absent if the country is unknown. */
export const IpLocation = Type.Object({ countryCode: Type.Optional(Type.String()) })
export type IpLocation = Static<typeof IpLocation>
