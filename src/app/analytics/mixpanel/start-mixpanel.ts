import library, { type Config, type Mixpanel } from 'mixpanel-browser'

import { countryOfVisit } from '#shared/country/country-of-visit.ts'
import { MIXPANEL_HOST } from '#shared/privacy/third-party-hosts.ts'

import { UNWANTED_DATABASES } from '../../consent/forget-measurements.ts'
import { createSafeStorage } from '../../routing/safe-storage.ts'
import { setAnalytics, STUB, type Analytics } from '../analytics.ts'

const RECORDER_MS = 500
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

/** The type definitions of the library lack these methods. */
const mixpanel = library as unknown as Omit<Mixpanel, 'stop_session_recording'> & {
  stop_batch_senders: () => void
  stop_session_recording: () => Promise<void>
}

export function startMixpanel(token: string): Analytics {
  const blockRequests = gateRequests(MIXPANEL_HOST)
  const blockDatabases = gateDatabases(UNWANTED_DATABASES)
  mixpanel.init(token, { ...MIXPANEL_OPTIONS, secure_cookie: location.protocol === 'https:' })
  registerCountry()
  return {
    track: (event, properties) => mixpanel.track(event, { ...properties }),
    identify: (id) => void mixpanel.identify(id),
    people: { set: (properties) => mixpanel.people.set(properties) },
    reset() {
      mixpanel.reset()
      registerCountry()
    },
    flag: async (name, fallback) => mixpanel.flags.get_variant(name, fallback),
    async end() {
      blockRequests()
      blockDatabases()
      await stop()
    },
  }
}

/** The library cannot be unloaded, so this prevents it from storing anything, then stops timers and recorder. */
async function stop(): Promise<void> {
  setAnalytics(STUB)
  mixpanel.disable()
  mixpanel.set_config({ disable_persistence: true })
  mixpanel.stop_batch_senders()
  await mixpanel.stop_session_recording()
  // The recorder processes events a quarter of a second later and could start a recording in the meantime.
  await new Promise((resolve) => setTimeout(resolve, RECORDER_MS))
  await mixpanel.stop_session_recording()
}

function registerCountry(): void {
  const country = countryHere()
  mixpanel.register({ Country: country })
  mixpanel.get_group('Country', country).set({ $name: COUNTRY_NAMES.of(country) })
}

function countryHere(): string {
  return countryOfVisit({
    location: createSafeStorage().get('user_location'),
    remembered: /(?:^|; )user_country=([A-Z]{2})/.exec(document.cookie)?.[1],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
}

/**
 * The recorder writes with a delay, so it would create a database again after its deletion.
 * @returns a function that blocks these databases and closes their connections, which would block the deletion
 */
function gateDatabases(names: readonly string[]): () => void {
  const connections = new Set<IDBDatabase>()
  let isBlocked = false
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (name, version) => {
    if (!names.includes(name)) return open(name, version)
    if (isBlocked) throw new DOMException('tracking has ended', 'InvalidStateError')
    const opening = open(name, version)
    opening.addEventListener('success', () => {
      const { result } = opening
      connections.add(result)
      // Another tab can delete the database only after all connections to it are closed.
      result.addEventListener('versionchange', () => result.close())
      if (isBlocked) result.close()
    })
    return opening
  }
  return () => {
    isBlocked = true
    for (const connection of connections) connection.close()
  }
}

const MIXPANEL_OPTIONS = {
  api_host: MIXPANEL_HOST,
  batch_size: 50,
  batch_flush_interval_ms: 5000,
  batch_request_timeout_ms: 90_000,
  /** Unit: days. */
  cookie_expiration: 365,
  // Limits the cookie to the exact host, so that it can be deleted.
  cross_subdomain_cookie: false,
  autocapture: {
    rage_click: { click_count: 4, timeout_ms: 1000, threshold_px: 30 },
    dead_click: { timeout_ms: 500 },
    scroll: true,
    scroll_depth_percent_checkpoints: [25, 50, 75, 100],
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
  // The shop sends the country itself, so Mixpanel does not need the IP address.
  ip: false,
} satisfies Partial<Config>

/**
 * Mixpanel checks for consent before it packs a recording, but sends it later: without this, it would ignore a
 * rejection in between. Other origins are not affected.
 * @returns a function that aborts pending requests to the origin and blocks later ones for the rest of the document
 */
function gateRequests(origin: string): () => void {
  const controller = new AbortController()
  const isGated = (url: string | URL) => new URL(url, location.href).origin === origin
  gateFetch(isGated, controller.signal)
  gateXhr(isGated, controller.signal)
  gateBeacons(isGated, controller.signal)
  return () => controller.abort()
}

type UrlTest = (url: string | URL) => boolean

function gateFetch(isGated: UrlTest, signal: AbortSignal): void {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input
    return fetch(input, isGated(url) ? { ...init, signal } : init)
  }
}

function gateXhr(isGated: UrlTest, signal: AbortSignal): void {
  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    override open(method: string, url: string | URL, isAsync = true, ...login: [string?, string?]): void {
      if (isGated(url)) {
        signal.throwIfAborted()
        const abort = () => this.abort()
        signal.addEventListener('abort', abort)
        this.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
      }
      super.open(method, url, isAsync, ...login)
    }
  }
}

function gateBeacons(isGated: UrlTest, signal: AbortSignal): void {
  const send = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (url, data) => !(signal.aborted && isGated(url)) && send(url, data)
}
