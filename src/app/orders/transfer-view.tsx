import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Button, ButtonLink, type ButtonLook } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'

export interface Transfer {
  orderId: string
  token: string
  /** Null if the URL contains no known order. */
  number: string | null
  notice: string | null
}

/** The email about a transfer links here. */
export function TransferView({ transfer }: { transfer: Transfer }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { brand } = usePage()
  const { number, notice } = transfer
  const back = <ButtonLink href={to('/shop')}>{t`Shop all`}</ButtonLink>
  if (number === null && notice === null) {
    return (
      <EmptyState
        title={t`We can’t find this request`}
        text={t`Please open the link in our email again. It may have been cut off.`}
        isPage
      >
        {back}
      </EmptyState>
    )
  }
  return (
    <div className="page-width py-12 md:py-20">
      <div className="max-w-words">
        <h1 className="display text-3xl md:text-4xl">
          {number === null ? <Trans>Order transfer</Trans> : <Trans>Transfer order {number}?</Trans>}
        </h1>
        {notice === null ? null : (
          <Notice tone={number === null ? 'plain' : 'error'} className="mt-6">
            {notice}
          </Notice>
        )}
        {number === null ? (
          <div className="mt-8">{back}</div>
        ) : (
          <>
            <p className="mt-6">
              <Trans>
                Someone has asked to add this order to their {brand} account. If you accept, they’ll see its items,
                addresses and delivery status.
              </Trans>
            </p>
            <p className="mt-4">
              <Trans>If that’s you or someone you trust, accept. If you don’t know who it is, decline.</Trans>
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Answer transfer={transfer} answer="accept" look="solid">
                <Trans>Accept</Trans>
              </Answer>
              <Answer transfer={transfer} answer="decline" look="outline">
                <Trans>Decline</Trans>
              </Answer>
            </div>
          </>
        )}
      </div>
    </div>
  )
}

interface AnswerProps {
  transfer: Transfer
  answer: 'accept' | 'decline'
  look: ButtonLook
  children: ReactNode
}

function Answer({ transfer: { orderId, token }, answer, look, children }: AnswerProps) {
  const to = useLocalePath()
  const here = to(`/order/transfer?${new URLSearchParams({ order: orderId, token })}`)
  return (
    <form action={`/api/orders/${encodeURIComponent(orderId)}/transfer/${answer}`} method="post">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="return_to" value={here} />
      <Button type="submit" look={look}>
        {children}
      </Button>
    </form>
  )
}
