import type { BrowserContext } from 'playwright'

import { CONSENT_VERSION } from '#shared/privacy/consent-version.ts'

export async function seePopupsBefore(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Blank pages and the browser's error pages have no storage.
    if (!location.protocol.startsWith('http')) return
    for (const key of ['hasSeenLaunchPopup', 'hasSeenVipPopup']) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, 'true')
    }
  })
}

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
