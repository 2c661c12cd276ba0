import library, { type Mixpanel } from 'mixpanel-browser'

import { countryOfVisit } from '#shared/country/country-of-visit.ts'

import { createSafeStorage } from '../../routing/safe-storage.ts'
import { setAnalytics, STUB, type Analytics } from '../analytics.ts'
import { MIXPANEL_OPTIONS } from './mixpanel-options.ts'

const RECORDER_MS = 500

/** Its types tell of less than it can do. */
const mixpanel = library as unknown as Omit<Mixpanel, 'stop_session_recording'> & {
  stop_session_recording: () => Promise<void>
}

/** Starts Mixpanel with a recorder that is part of our own build. Once in a document. */
export function startMixpanel(token: string): Analytics {
  mixpanel.init(token, { ...MIXPANEL_OPTIONS, secure_cookie: location.protocol === 'https:' })
  mixpanel.register({ Country: countryHere() })
  return {
    track: (event, facts) => mixpanel.track(event, { ...facts }),
    identify: (id) => void mixpanel.identify(id),
    people: { set: (facts) => mixpanel.people.set(facts) },
    reset: () => mixpanel.reset(),
    flag: async (name, fallback) => mixpanel.flags.get_variant(name, fallback),
    end,
  }
}

/** The library is still there and goes on listening: first it may no longer speak, then no longer keep. */
async function end(): Promise<void> {
  setAnalytics(STUB)
  mixpanel.disable()
  optOut({ clear_persistence: false })
  await mixpanel.stop_session_recording()
  // The recorder keeps what it has seen a quarter of a second later.
  await new Promise((resolve) => setTimeout(resolve, RECORDER_MS))
  optOut({ clear_persistence: true })
}

function optOut(options: { clear_persistence: boolean }): void {
  // What was told before the no is not taken back by one more call.
  const all = { delete_user: false, ...options }
  mixpanel.opt_out_tracking(all)
}

function countryHere(): string {
  return countryOfVisit({
    location: createSafeStorage().get('user_location'),
    remembered: /(?:^|; )user_country=([A-Z]{2})/.exec(document.cookie)?.[1],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
}
