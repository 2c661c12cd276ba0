import picomatch from 'picomatch'

import type { PixelList } from '#shared/page/public-config.ts'
import { PIXEL_SCRIPT_HOST } from '#shared/privacy/measuring-hosts.ts'

import type { Measure, ShopEvent } from '../measure.ts'
import { keepBrowserId, keepClickId } from './click-id.ts'

/** Campaigns; what shoppers do with products is told to analytics. */
const EVENTS: readonly ShopEvent['name'][] = ['IntentToShop', 'VIPSubscription']

/** Tells each pixel of the pages whose paths it asked for, and all of them of what campaigns brought about. */
export async function measurePages(pixels: PixelList): Promise<Measure> {
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
    onEvent({ name, facts }) {
      if (EVENTS.includes(name)) fbq('trackCustom', name, facts)
    },
    async end() {
      // What its script has not come for yet.
      fbq.queue.length = 0
      fbq('consent', 'revoke')
    },
  }
}

type Call = readonly unknown[]

/** What the pixel's script expects to find, and takes over: calls until then wait in `queue`. */
interface Fbq {
  (...call: Call): void
  callMethod?: (...call: Call) => void
  queue: Call[]
  push: Fbq
  loaded: boolean
  version: string
  /** We tell of pages ourselves: some are not to be told of. */
  disablePushState: boolean
}

declare global {
  var fbq: Fbq | undefined
  var _fbq: Fbq | undefined
}

const SCRIPT = `${PIXEL_SCRIPT_HOST}/en_US/fbevents.js`

/**
 * Asks for the pixel's script; what is said to it before it is here is not lost.
 * @param onLoaded called once it is
 */
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
