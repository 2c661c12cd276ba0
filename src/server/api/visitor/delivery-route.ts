import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { createDeliveryWays } from '#server/commerce/delivery/delivery-ways.ts'
import { DeliveryDates, DeliveryQuery } from '#shared/api/visitor.ts'
import { knownCountryOfTimeZone } from '#shared/country/country-of-time-zone.ts'
import { nameCountries } from '#shared/country/name-countries.ts'
import { deliveryDays } from '#shared/delivery/delivery-days.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

/** `GET /delivery`: between which days what is ordered now reaches the visitor's country. */
export const deliveryRoute: FastifyPluginAsyncTypebox = async (app) => {
  const ways = createDeliveryWays({ backend: app.backend, log: app.log })

  app.get(
    '/delivery',
    { schema: { querystring: DeliveryQuery, response: { 200: DeliveryDates } } },
    async ({ query, visitor: { locale, country: own } }) => {
      const country = own ?? knownCountryOfTimeZone(query.time_zone ?? '')
      const region = country && app.catalog.regions().find(({ countries }) => countries.includes(country))
      const [named] = region ? nameCountries([country], locale) : []
      if (!region || !named) return { country: null, ways: [] }
      const found = await ways.find(locale, region.id, country)
      const now = new Date()
      const dated = found.map((way) => {
        const { earliest, latest } = deliveryDays(now, way.days, app.site.workshop)
        return { name: way.name, earliest, latest, days: writeDays(earliest, latest, locale) }
      })
      return { country: named, ways: dated }
    },
  )
}

/** @returns `26–30 November`: written here, since a phone is slow to learn how */
function writeDays(earliest: string, latest: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.formatRange(new Date(earliest), new Date(latest))
}
