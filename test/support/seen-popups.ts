import type { BrowserContext } from 'playwright'

/** Lets a browser be that of somebody who has closed every popup before: nothing opens by itself. */
export async function seePopupsBefore(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A page without an origin has no storage.
    if (location.protocol === 'about:') return
    for (const key of ['hasSeenLaunchPopup', 'hasSeenVipPopup']) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, 'true')
    }
  })
}
