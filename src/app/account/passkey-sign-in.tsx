import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePasskeys } from './use-passkeys.ts'

/** Earlier than the server refuses a challenge, after five minutes. */
const RENEW_MS = 240_000

/**
 * By a button, or by a suggestion for the email field. The button keeps its place until it can be used.
 * @param origin at which passkeys work; null for none
 */
export function PasskeySignIn({ origin }: { origin: string | null }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const { isUsable, isBusy, problem, start, suggest } = usePasskeys({
    origin,
    none: t`We didn’t get a passkey from this device. Please try again, or sign in another way.`,
    onDone: () => location.assign(to('/account')),
  })

  const suggestPasskeys = useEffectEvent(async () => {
    const isPossible = await PublicKeyCredential.isConditionalMediationAvailable?.()
    if (isPossible) await suggest((calls) => calls.signInByPasskey(locale, true))
  })
  // A suggestion would end the dialog that the button has opened.
  const isSuggested = isUsable && !isBusy
  useEffect(() => {
    if (!isSuggested) return undefined
    void suggestPasskeys()
    const renewing = setInterval(() => void suggestPasskeys(), RENEW_MS)
    return () => clearInterval(renewing)
  }, [isSuggested])

  if (origin === null) return null
  return (
    <div className="mt-4 no-script:hidden">
      <Button
        look="outline"
        className={`w-full ${isUsable ? '' : 'invisible'}`}
        busy={isBusy}
        onClick={() => start((calls) => calls.signInByPasskey(locale, false))}
      >
        <Trans>Sign in with a passkey</Trans>
      </Button>
      {problem ? (
        <Notice tone="error" className="mt-4">
          {problem}
        </Notice>
      ) : null}
    </div>
  )
}
