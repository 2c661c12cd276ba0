import t from 'tap'

import { countryOfVisit } from '#shared/country/country-of-visit.ts'

const BERLIN = 'Europe/Berlin'

t.test('the stored country of a visit wins over guesses', async (t) => {
  t.equal(countryOfVisit({ location: '{"countryCode":"fr"}', remembered: 'US', timeZone: BERLIN }), 'FR')
  t.equal(countryOfVisit({ location: undefined, remembered: 'US', timeZone: BERLIN }), 'US')
  t.equal(countryOfVisit({ location: undefined, remembered: undefined, timeZone: BERLIN }), 'DE')
  t.equal(countryOfVisit({ location: undefined, remembered: undefined, timeZone: 'Etc/UTC' }), 'GB')
})

t.test('invalid stored values are ignored', async (t) => {
  for (const location of ['', 'null', '{', '{"countryCode":7}', '{"countryCode":"Germany"}', '[]']) {
    t.equal(countryOfVisit({ location, remembered: undefined, timeZone: BERLIN }), 'DE', location)
  }
})
