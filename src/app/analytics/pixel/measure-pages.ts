import picomatch from 'picomatch'

import type { PixelList } from '#shared/page/public-config.ts'
import { PIXEL_SCRIPT_HOST } from '#shared/privacy/third-party-hosts.ts'

import type { AnalyticsService, ShopEvent } from '../track.ts'
import { keepBrowserId, keepClickId } from './click-id.ts'

/** Events about products are sent to Mixpanel instead. */
const EVENTS: readonly ShopEvent['name'][] = ['IntentToShop', 'VIPSubscription']

/** Each pixel gets the views of pages that match its `pageView` patterns, and all campaign events. */
export async function measurePages(pixels: PixelList): Promise<AnalyticsService> {
  keepClickId()
  const fbq = loadFbq(keepBrowserId)
  const wanted = pixels.map(({ id, autoconfig, pageView }) => {
    fbq('set', 'autoConfig', autoconfig, id)
    fbq('init', id)
    return { id, matches: picomatch(pageView, { dot: true }) }
  })
  return {
    onPage(path) {
      for (const { id, matches } of wanted) if (matches(path)) fbq('trackSingle', id, 'PageView')
      keepBrowserId()
    },
    onEvent({ name, properties }) {
      if (EVENTS.includes(name)) fbq('trackCustom', name, properties)
    },
    async end() {
      // Drops calls that the script has not processed yet.
      fbq.queue.length = 0
      fbq('consent', 'revoke')
    },
  }
}

type Call = readonly unknown[]

/** The stub that the pixel's script expects. `queue` holds the calls until the script has loaded. */
interface Fbq {
  (...call: Call): void
  callMethod?: (...call: Call) => void
  queue: Call[]
  push: Fbq
  loaded: boolean
  version: string
  /** We report page views ourselves, because some pages must not be reported. */
  disablePushState: boolean
}

declare global {
  var fbq: Fbq | undefined
  var _fbq: Fbq | undefined
}

const SCRIPT = `${PIXEL_SCRIPT_HOST}/en_US/fbevents.js`

function loadFbq(onLoaded: () => void): Fbq {
  const fbq: Fbq = Object.assign((...call: Call) => (fbq.callMethod ? fbq.callMethod(...call) : fbq.queue.push(call)), {
    queue: [] as Call[],
    loaded: true,
    version: '2.0',
    disablePushState: true,
  }) as Fbq
  fbq.push = fbq
  globalThis.fbq = fbq
  globalThis._fbq = fbq

  const script = document.createElement('script')
  script.async = true
  script.src = SCRIPT
  script.addEventListener('load', onLoaded)
  document.head.append(script)
  return fbq
}
