import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'

import type { Cart } from '#shared/api/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Checkout } from '../use-checkout.ts'
import { Choice, Choices } from './choice.tsx'
import { Step } from './step.tsx'

/** How it is paid, and the button that all of this is for. */
export function PaymentForm({ cart, checkout }: { cart: Cart; checkout: Checkout }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const known = useKnownProviders()
  const offered = checkout.paymentProviders.flatMap(({ id }) => {
    const words = known[id]
    // A way to pay that we cannot carry out is not offered.
    return words ? [{ id, ...words }] : []
  })
  const sessions = cart.payment_collection?.payment_sessions ?? []
  const chosen = offered.find(({ id }) => sessions.some((session) => session.provider_id === id)) ?? offered[0]
  const total = formatMoney(cart.total, cart.currency_code, locale)

  async function orderHere(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const provider = new FormData(event.currentTarget).get('provider_id')
    await checkout.placeOrder(typeof provider === 'string' ? provider : undefined)
  }

  return (
    <Step name="payment" number={3} title={t`Payment`} problem={checkout.problem}>
      {offered.length === 0 ? (
        <Notice className="mt-6">
          <Trans>There is no way to pay for this cart at the moment. Please try again later.</Trans>
        </Notice>
      ) : (
        <form
          action="/api/carts/current/complete"
          method="post"
          onSubmit={(event) => void orderHere(event)}
          className="mt-6"
        >
          <input type="hidden" name="return_to" value={to('/checkout#payment')} />
          <Choices legend={t`Payment`} error={checkout.problem?.fields['provider_id']}>
            {offered.map(({ id, label, hint }) => (
              <Choice
                key={id}
                name="provider_id"
                value={id}
                defaultChecked={id === chosen?.id}
                label={label}
                hint={hint}
              />
            ))}
          </Choices>
          <Button type="submit" busy={checkout.busy === 'payment'} className="mt-6 w-full sm:w-auto sm:min-w-72">
            <Trans>Place order</Trans>
            <span aria-hidden className="font-normal">
              {total}
            </span>
          </Button>
        </form>
      )}
    </Step>
  )
}

function useKnownProviders(): Record<string, { label: string; hint: string } | undefined> {
  const { t } = useLingui()
  return {
    pp_system_default: {
      label: t`Pay by invoice`,
      hint: t`You pay after we have confirmed your order; nothing is charged now.`,
    },
  }
}
