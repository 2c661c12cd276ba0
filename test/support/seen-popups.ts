import type { BrowserContext } from 'playwright'

/** Lets a browser be that of somebody who has closed every popup before: nothing opens by itself. */
export async function seePopupsBefore(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Neither an empty page nor the browser's own about a failure has a storage.
    if (!location.protocol.startsWith('http')) return
    for (const key of ['hasSeenLaunchPopup', 'hasSeenVipPopup']) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, 'true')
    }
  })
}
