import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'

import type { Confirming, Flash } from '#shared/shop-data.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useConfirming, type Wait } from './use-confirming.ts'

interface ConfirmingViewProps {
  confirming: Confirming & { cartId: string }
  flash: Flash | null
}

/**
 * Waits between payment and order: polls until the order exists or was refused. Without JavaScript a button does the
 * same.
 */
export function ConfirmingView({ confirming: { cartId, email }, flash }: ConfirmingViewProps) {
  const to = useLocalePath()
  const { isAsking, wait, askNow } = useConfirming(cartId)

  function askHere(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    askNow()
  }

  return (
    <div className="page-width flex flex-col items-center py-16 text-center md:py-24">
      <h1 className="display max-w-words text-3xl md:text-4xl">
        <Trans>We are confirming your payment</Trans>
      </h1>
      <div role="status" className="mt-5 flex min-h-24 max-w-words flex-col gap-3 text-quiet">
        <Comfort wait={wait} email={email} />
      </div>
      {flash ? <Notice className="mt-4 max-w-words">{flash.message}</Notice> : null}
      <form action={`/api/carts/${cartId}/complete`} method="post" onSubmit={askHere} className="mt-6">
        <input type="hidden" name="return_to" value={to('/checkout/confirming')} />
        <Button type="submit" busy={isAsking} className="min-w-64">
          <Trans>Confirm the order</Trans>
        </Button>
      </form>
      <p className="mt-10 text-sm text-quiet">
        <Trans>
          Number of your purchase: <span className="font-semibold text-ink">{referenceOf(cartId)}</span>
        </Trans>
      </p>
    </div>
  )
}

/** The longer it takes, the more there is to know. */
function Comfort({ wait, email }: { wait: Wait; email: string | null }) {
  const { t } = useLingui()
  const mail = email
    ? t`As soon as your order is placed, we write to ${email}.`
    : t`As soon as your order is placed, we write to you.`
  return (
    <>
      <p>
        {wait === 'short' ? (
          <Trans>One moment, please. If nothing happens here, press the button: nothing is charged twice.</Trans>
        ) : (
          <Trans>This takes longer than usual. Nothing is lost, and nothing is charged twice.</Trans>
        )}
      </p>
      {wait === 'very-long' ? (
        <p>
          <Trans>You may close this page, and open it again later: it goes on where it was.</Trans> {mail}{' '}
          <Trans>If you have a question, name the number below.</Trans>
        </p>
      ) : null}
    </>
  )
}

/** The end of the cart's id, by which the shop finds it: short enough to be read out. */
function referenceOf(cartId: string): string {
  return cartId.slice(-8).toUpperCase()
}
