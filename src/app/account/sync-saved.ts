import type { Saved, SavedAnswer, SyncSaved } from '#shared/account/account.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { createCallShop } from '../cart/cart-api.ts'
import { keepIn, savedIn, SAVED_NEWS } from '../product/lists/saved-lists.ts'
import { keepRingSize, onRingSize, ownRingSize } from '../product/own-ring-size.ts'
import { createSafeStorage } from '../routing/safe-storage.ts'
import { forgetShared } from './signed-in.ts'

const LISTS = ['wish_list', 'recently_viewed'] as const
const PAUSE_MS = 1000

const storage = createSafeStorage()

/**
 * Keeps lists and ring size equal to those of the account, now and after each change. If the session has ended, the
 * browser deletes them.
 */
export function syncSaved(locale: Locale): void {
  const call = createCallShop(locale)
  let running: Promise<void> = Promise.resolve()
  let hasEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sync(): Promise<void> {
    // The customer has signed out in the meantime.
    if (storage.get('customer_id') === undefined) return
    const base = readBase()
    const here = readHere()
    const changes = changesSince(base, here)
    try {
      const { saved } = await call<SavedAnswer>('POST', '/account/saved', changes)
      if (saved === null) {
        hasEnded = true
        return forgetShared()
      }
      // What was changed during the request is newer than the response.
      if (JSON.stringify(readHere()) !== JSON.stringify(here)) return follow()
      storage.set('synced', JSON.stringify(saved))
      for (const name of LISTS) if (saved[name].join() !== here[name].join()) keepIn(name, saved[name])
      if (saved.ring_size !== here.ring_size) keepRingSize(saved.ring_size)
    } catch {
      // The next change or page syncs.
    }
  }

  function follow(): void {
    clearTimeout(timer)
    if (hasEnded) return
    timer = setTimeout(send, PAUSE_MS)
  }

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    running = running.then(sync)
  }

  send()
  addEventListener(SAVED_NEWS, follow)
  onRingSize(follow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) send()
  })
}

function readHere(): Saved {
  return { wish_list: savedIn('wish_list'), recently_viewed: savedIn('recently_viewed'), ring_size: ownRingSize() }
}

/** What the account had last time; undefined before the first time. */
function readBase(): Saved | undefined {
  try {
    return JSON.parse(storage.get('synced') ?? '') as Saved
  } catch {
    return undefined
  }
}

/** Before the first time, everything is new. */
function changesSince(base: Saved | undefined, here: Saved): SyncSaved {
  const listChange = (name: (typeof LISTS)[number]) => {
    const before = base?.[name] ?? []
    // The first handle may only have moved to the start.
    const isMoved = here[name][0] !== before[0]
    return {
      added: here[name].filter((handle, index) => !before.includes(handle) || (index === 0 && isMoved)),
      removed: before.filter((handle) => !here[name].includes(handle)),
    }
  }
  const isSizeChanged = base ? here.ring_size !== base.ring_size : here.ring_size !== ''
  return {
    wish_list: listChange('wish_list'),
    recently_viewed: listChange('recently_viewed'),
    ...(isSizeChanged ? { ring_size: here.ring_size } : {}),
  }
}
