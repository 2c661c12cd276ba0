import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { nameCountries } from '#shared/country/address-lines.ts'
import { knownCountryOfTimeZone } from '#shared/country/country-of-time-zone.ts'
import { DeliveryDates, DeliveryQuery } from '#shared/country/visitor.ts'
import { deliveryDays, writeDays } from '#shared/delivery/delivery-days.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { writeDelivery } from '../delivery-text.ts'

/** Long, because no page blocks on this response. */
const WAIT_MS = 4000

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
    async ({ query, visitor: { locale, country: own } }) => {
      const country = own ?? knownCountryOfTimeZone(query.time_zone ?? '')
      const region = country && app.catalog.regions().find(({ countries }) => countries.includes(country))
      const [named] = region ? nameCountries([country], locale) : []
      if (!region || !named) return { country: null, price: null, ways: [] }
      const found = await app.carts.deliveryWays.find(locale, region.id, country, WAIT_MS)
      const now = new Date()
      const dated = found.map((way) => {
        const days = deliveryDays(now, way.days, app.site.workshop, query.lead_days)
        return {
          name: way.name,
          ...days,
          // Formatted on the server, because loading the formatter is slow on phones.
          days: writeDays(days, locale),
          amount: way.amount === null ? null : toHundredths(way.amount, app.config.priceUnit),
          insured: way.insured,
          currency_code: region.currency_code,
        }
      })
      const [cheapest] = dated
      const price =
        cheapest && cheapest.amount !== null
          ? writeDelivery(app.translate, locale, { ...cheapest, amount: cheapest.amount })
          : null
      return { country: named, price, ways: dated }
    },
  )
}
