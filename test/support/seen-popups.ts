import type { BrowserContext } from 'playwright'

import { CONSENT_VERSION } from '#shared/privacy/consent-version.ts'

/** Lets a browser be that of someone who has closed every popup before: nothing opens by itself. */
export async function seePopupsBefore(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Neither an empty page nor the browser's own about a failure has a storage.
    if (!location.protocol.startsWith('http')) return
    for (const key of ['hasSeenLaunchPopup', 'hasSeenVipPopup']) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, 'true')
    }
  })
}

/** Lets a browser be that of someone who wants nothing measured, and is not asked again. */
export async function answerConsentBefore(context: BrowserContext): Promise<void> {
  await context.addInitScript((version) => {
    if (!location.protocol.startsWith('http') || localStorage.getItem('consent') !== null) return
    const answer = {
      choice: 'rejected',
      version,
      id: crypto.randomUUID(),
      time: new Date(0).toISOString(),
      isTold: true,
    }
    localStorage.setItem('consent', JSON.stringify(answer))
  }, CONSENT_VERSION)
}
