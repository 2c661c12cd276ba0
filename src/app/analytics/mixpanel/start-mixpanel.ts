import library, { type Config, type Mixpanel } from 'mixpanel-browser'

import { countryOfVisit } from '#shared/country/country-of-visit.ts'
import { MIXPANEL_HOST } from '#shared/privacy/measuring-hosts.ts'

import { UNWANTED_DATABASES } from '../../consent/forget-measurements.ts'
import { createSafeStorage } from '../../routing/safe-storage.ts'
import { setAnalytics, STUB, type Analytics } from '../analytics.ts'

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

/**
 * Stands before some of the browser's databases. A recording is written down a while after it was seen, and would bring
 * back what has been deleted until then.
 * @returns what shuts the gate for as long as the document lives: nothing more is written, and nothing holds a deletion up
 */
function gateDatabases(names: readonly string[]): () => void {
  const connections = new Set<IDBDatabase>()
  let isShut = false
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (name, version) => {
    if (!names.includes(name)) return open(name, version)
    if (isShut) throw new DOMException('Nothing more is kept.', 'InvalidStateError')
    const opening = open(name, version)
    opening.addEventListener('success', () => {
      const { result } = opening
      connections.add(result)
      // Another tab deletes it, and waits for everybody who has it open.
      result.addEventListener('versionchange', () => result.close())
      if (isShut) result.close()
    })
    return opening
  }
  return () => {
    isShut = true
    for (const connection of connections) connection.close()
  }
}

/** How much Mixpanel is told, how often, and what it never sees. */
const MIXPANEL_OPTIONS = {
  api_host: MIXPANEL_HOST,
  batch_size: 50,
  batch_flush_interval_ms: 5000,
  batch_request_timeout_ms: 90_000,
  /** In days. */
  cookie_expiration: 365,
  // Of the shop alone, so that it can be taken away again.
  cross_subdomain_cookie: false,
  autocapture: {
    rage_click: { click_count: 4, timeout_ms: 1000, threshold_px: 30 },
    dead_click: { timeout_ms: 500 },
    scroll: true,
    scroll_depth_percent_checkpoints: [25, 50, 75, 100],
    // Words of buttons and links, cut at 255 characters by the library.
    capture_text_content: true,
    block_selectors: ['.rr-block', '.rr-mask'],
  },
  flags: true,
  record_sessions_percent: 100,
  record_idle_timeout_ms: 30 * 60_000,
  record_block_class: 'rr-block',
  record_mask_text_class: 'rr-mask',
  record_mask_all_text: true,
  record_mask_all_inputs: true,
  record_console: false,
  // The country is told by the shop, and no one needs the address.
  ip: false,
} satisfies Partial<Config>

/**
 * Stands before one host at the moment of sending. Mixpanel asks whether it may speak before it packs a recording, and
 * hands over what has been waiting when its time has come: a no in between would not be heard. The shop's own requests
 * pass as ever.
 * @param origin of the host
 * @returns what shuts the gate for as long as the document lives: what is under way is broken off, and nothing follows
 */
function gateRequests(origin: string): () => void {
  const shut = new AbortController()
  const isTheirs = (address: string | URL) => new URL(address, location.href).origin === origin
  gateFetch(isTheirs, shut.signal)
  gateXhr(isTheirs, shut.signal)
  gateBeacons(isTheirs, shut.signal)
  return () => shut.abort()
}

type Test = (address: string | URL) => boolean

function gateFetch(isTheirs: Test, signal: AbortSignal): void {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : input
    return fetch(input, isTheirs(address) ? { ...init, signal } : init)
  }
}

function gateXhr(isTheirs: Test, signal: AbortSignal): void {
  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    override open(method: string, address: string | URL, isAsync = true, ...login: [string?, string?]): void {
      if (isTheirs(address)) {
        signal.throwIfAborted()
        const abort = () => this.abort()
        signal.addEventListener('abort', abort)
        this.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
      }
      super.open(method, address, isAsync, ...login)
    }
  }
}

function gateBeacons(isTheirs: Test, signal: AbortSignal): void {
  const send = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (address, data) => !(signal.aborted && isTheirs(address)) && send(address, data)
}
