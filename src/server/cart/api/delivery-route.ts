import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { optionsTo } from '#server/catalog/reading/shipping-options.ts'
import { nameCountries } from '#shared/country/address-lines.ts'
import { knownCountryOfTimeZone } from '#shared/country/country-of-time-zone.ts'
import { DeliveryDates, DeliveryQuery } from '#shared/country/visitor.ts'
import { deliveryDays, writeDays } from '#shared/delivery/delivery-days.ts'

import { writeDelivery } from '../delivery-text.ts'

export const deliveryRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/delivery',
    {
      schema: {
        summary: 'Delivery dates and the lowest delivery price of a country',
        querystring: DeliveryQuery,
        response: { 200: DeliveryDates },
      },
    },
    ({ query, visitor: { locale, country: own } }) => {
      const country = own ?? knownCountryOfTimeZone(query.time_zone ?? '')
      const region = country && app.catalog.regions().find(({ countries }) => countries.includes(country))
      const [named] = region ? nameCountries([country], locale) : []
      if (!region || !named) return { country: null, price: null, ways: [] }
      const now = new Date()
      const dated = optionsTo(country, region.shippingOptions).flatMap((option) => {
        if (!option.days) return []
        const days = deliveryDays(now, option.days, app.site.workshop, query.lead_days)
        return {
          name: option.names[locale],
          ...days,
          // Formatted on the server, because loading the formatter is slow on phones.
          days: writeDays(days, locale),
          amount: option.amount,
          insured: option.insured,
          currency_code: region.currency_code,
        }
      })
      const price = writeDelivery(app.translate, locale, region, dated[0])
      return { country: named, price, ways: dated }
    },
  )
}
