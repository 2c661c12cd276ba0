import library, { type Mixpanel } from 'mixpanel-browser'

import { countryOfVisit } from '#shared/country/country-of-visit.ts'
import { MIXPANEL_HOST } from '#shared/privacy/measuring-hosts.ts'

import { UNWANTED_DATABASES } from '../../consent/forget-measurements.ts'
import { createSafeStorage } from '../../routing/safe-storage.ts'
import { setAnalytics, STUB, type Analytics } from '../analytics.ts'
import { gateDatabases } from './gate-databases.ts'
import { gateRequests } from './gate-requests.ts'
import { MIXPANEL_OPTIONS } from './mixpanel-options.ts'

const RECORDER_MS = 500
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

/** Its types tell of less than it can do. */
const mixpanel = library as unknown as Omit<Mixpanel, 'stop_session_recording'> & {
  stop_batch_senders: () => void
  stop_session_recording: () => Promise<void>
}

/** Starts Mixpanel with a recorder that is part of our own build. Once in a document. */
export function startMixpanel(token: string): Analytics {
  const shutRequests = gateRequests(MIXPANEL_HOST)
  const shutDatabases = gateDatabases(UNWANTED_DATABASES)
  mixpanel.init(token, { ...MIXPANEL_OPTIONS, secure_cookie: location.protocol === 'https:' })
  const country = countryHere()
  mixpanel.register({ Country: country })
  // The visitors of a country are a group, which reports name by its name.
  mixpanel.get_group('Country', country).set({ $name: COUNTRY_NAMES.of(country) })
  return {
    track: (event, facts) => mixpanel.track(event, { ...facts }),
    identify: (id) => void mixpanel.identify(id),
    people: { set: (facts) => mixpanel.people.set(facts) },
    reset: () => mixpanel.reset(),
    flag: async (name, fallback) => mixpanel.flags.get_variant(name, fallback),
    async end() {
      shutRequests()
      shutDatabases()
      await stop()
    },
  }
}

/** The library is still there and goes on listening: it may no longer keep what it hears, then it stops. */
async function stop(): Promise<void> {
  setAnalytics(STUB)
  mixpanel.disable()
  mixpanel.set_config({ disable_persistence: true })
  mixpanel.stop_batch_senders()
  await mixpanel.stop_session_recording()
  // The recorder turns to what it has seen a quarter of a second later.
  await new Promise((resolve) => setTimeout(resolve, RECORDER_MS))
  // A recording that was only about to begin.
  await mixpanel.stop_session_recording()
}

function countryHere(): string {
  return countryOfVisit({
    location: createSafeStorage().get('user_location'),
    remembered: /(?:^|; )user_country=([A-Z]{2})/.exec(document.cookie)?.[1],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
}
