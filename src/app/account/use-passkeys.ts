import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { useHydrated } from '../ui/hydration-mark.tsx'
import type { PasskeyProblem } from './passkey-calls.ts'

/** Returns null if it is done. */
type PasskeyCall = (calls: typeof import('./passkey-calls.ts')) => Promise<PasskeyProblem | null>

interface UsePasskeys {
  origin: string | null
  /** The message if the browser gives no passkey. */
  none: string
  onDone: () => void
}

/** The scripts for passkeys are loaded on first use. */
export function usePasskeys({ origin, none, onDone }: UsePasskeys) {
  const { t } = useLingui()
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  function describe(found: PasskeyProblem): string {
    if (found.kind === 'refused')
      return found.message || t`We couldn’t reach the shop. Please check your connection and try again.`
    return found.kind === 'known' ? t`This device already has a passkey for your account.` : none
  }

  async function run(call: PasskeyCall, ifNotLoaded: PasskeyProblem): Promise<void> {
    const calls = await import('./passkey-calls.ts').catch(() => undefined)
    const found = calls ? await call(calls) : ifNotLoaded
    if (!found) return onDone()
    // Another call goes on.
    if (found.kind === 'ended') return
    setBusy(false)
    setProblem(describe(found))
  }

  return {
    /** False on the server and during hydration. */
    isUsable: isHydrated && location.origin === origin && 'PublicKeyCredential' in window,
    isBusy,
    problem,
    /** For a click. It stays busy after success, because the page is left. */
    start(call: PasskeyCall) {
      setBusy(true)
      setProblem(undefined)
      void run(call, { kind: 'refused', message: '' })
    },
    /** For what the shopper has not asked for. */
    suggest: async (call: PasskeyCall) => run(call, { kind: 'ended' }),
  }
}
