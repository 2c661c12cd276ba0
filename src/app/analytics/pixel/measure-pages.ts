import picomatch from 'picomatch'

import type { PixelList } from '#shared/page/public-config.ts'

import type { Measure, ShopEvent } from '../measure.ts'
import { keepBrowserId, keepClickId } from './click-id.ts'
import { loadFbq } from './fbq.ts'

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
