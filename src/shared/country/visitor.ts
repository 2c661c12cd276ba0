import { Type, type Static } from 'typebox'

import { MOST_LEAD_DAYS } from '../delivery/delivery-days.ts'
import { LOCALES } from '../i18n/locale.ts'
import { nullable } from '../nullable.ts'

const ShopCountry = Type.Object({
  code: Type.String({ description: 'ISO 3166, upper case' }),
  name: Type.String({ description: 'in the requested language' }),
  currency_code: Type.String({ description: 'ISO 4217, upper case' }),
})
type ShopCountry = Static<typeof ShopCountry>

const CountryGroup = Type.Object({ name: Type.String(), countries: Type.Array(ShopCountry) })
type CountryGroup = Static<typeof CountryGroup>

export const CountryList = Type.Object({ groups: Type.Array(CountryGroup), country: nullable(Type.String()) })
export type CountryList = Static<typeof CountryList>

export const ChangeCountry = Type.Object(
  { country: Type.String({ pattern: '^[A-Za-z]{2}$' }), lang: Type.Optional(Type.Enum([...LOCALES])) },
  { additionalProperties: false },
)
export type ChangeCountry = Static<typeof ChangeCountry>

export const VisitorCountry = Type.Object({
  countryCode: Type.String(),
  currency_code: Type.String(),
  regionId: Type.String(),
  message: Type.Optional(Type.String()),
})
export type VisitorCountry = Static<typeof VisitorCountry>

/** The country is guessed from `time_zone` if nothing better is known. `lead_days` are working days. */
export const DeliveryQuery = Type.Object({
  time_zone: Type.Optional(Type.String({ maxLength: 64 })),
  lead_days: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_LEAD_DAYS })),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

/** `earliest` and `latest` are ISO days. */
export const DeliveryDates = Type.Object({
  country: nullable(Type.Object({ code: Type.String(), name: Type.String() })),
  price: nullable(
    Type.String({ description: 'the price of the first method in words: `Free insured delivery`; null if not known' }),
  ),
  /** `days` is in words: `Mon 30 Nov – Thu 3 Dec`. */
  ways: Type.Array(
    Type.Object({
      name: Type.String(),
      earliest: Type.String(),
      latest: Type.String(),
      days: Type.String(),
      amount: nullable(Type.Integer({ description: 'hundredths of currency_code; null if it depends on the cart' })),
      insured: Type.Boolean(),
      currency_code: Type.String(),
    }),
  ),
})
export type DeliveryDates = Static<typeof DeliveryDates>

export const CurrentRegion = Type.Object({ regionId: Type.String(), currency_code: Type.String() })
export type CurrentRegion = Static<typeof CurrentRegion>

export const IpLocation = Type.Object({ countryCode: Type.Optional(Type.String()) })
export type IpLocation = Static<typeof IpLocation>
