import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'

import { Button } from '../../ui/button.tsx'

/** The recipient of emails, and what comes next. */
export function SubscribedThanks({
  email,
  onHint,
  onAgain,
}: {
  email: string
  onHint: () => void
  onAgain: () => void
}) {
  return (
    <div>
      <p className="display text-2xl">
        <Trans>You are on the list</Trans>
      </p>
      <p className="mt-3 text-quiet">
        <Trans>
          We write to <strong className="rr-mask font-semibold break-words text-ink">{email}</strong>. Our first letter
          asks you to confirm that this is you.
        </Trans>
      </p>
      <Button onClick={onHint} className="mt-6 w-full">
        <Trans>Start dropping hints</Trans>
      </Button>
      <Button look="quiet" onClick={onAgain} className="mt-2 w-full">
        <Trans>Use another address</Trans>
      </Button>
    </div>
  )
}

/** A hint is on its way. */
export function HintThanks({ recipient, onAgain }: { recipient: string; onAgain: () => void }) {
  return (
    <div>
      <Arrived>
        <Trans>The hint is dropped</Trans>
      </Arrived>
      <p className="mt-3 text-quiet">
        <Trans>
          Our letter is on its way to{' '}
          <strong className="rr-mask font-semibold break-words text-ink">{recipient}</strong>. The rest is up to them.
        </Trans>
      </p>
      <Button look="outline" onClick={onAgain} className="mt-6 w-full">
        <Trans>Send another</Trans>
      </Button>
    </div>
  )
}

/** Takes the focus, since the button that had it has gone. */
function Arrived({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={text} tabIndex={-1} role="status" className="display text-2xl outline-none">
      {children}
    </p>
  )
}
