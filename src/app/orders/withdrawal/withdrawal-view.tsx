import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { ReceivedWithdrawal } from '#shared/order/order.ts'
import type { NoWithdrawal, Withdrawing, WithdrawingUnseen } from '#shared/order/withdrawing.ts'
import { writeDay, writeMoment } from '#shared/order/write-moment.ts'
import type { Flash } from '#shared/shop-data.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChooseProducts } from './choose-products.tsx'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { WithdrawUnseen } from './withdraw-unseen.tsx'
import { WithdrawnLines } from './withdrawn-lines.tsx'

interface WithdrawalViewProps {
  order: Withdrawing | WithdrawingUnseen
  hasChosen: boolean
  flash: Flash | null
}

/** An order from which its shopper withdraws, in two steps: which products, and whether they mean it. */
export function WithdrawalView({ order, hasChosen, flash }: WithdrawalViewProps) {
  const { number, received } = order
  const email = 'email' in order ? order.email : null
  const { locale } = usePage()
  return (
    <div className="page-width py-12 md:py-20">
      <div className="max-w-words">
        <p className="label-caps text-gold">
          <Trans>Order {number}</Trans>
        </p>
        <h1 className="display mt-3 text-3xl md:text-4xl">
          <Trans>Withdraw from contract</Trans>
        </h1>
        {'placedAt' in order ? (
          <p className="mt-3 text-quiet">
            <Trans>Your order of {writeDay(order.placedAt, locale)}</Trans>
          </p>
        ) : null}
        {flash ? (
          <Notice tone={flash.done ? 'plain' : 'error'} className="mt-6">
            {flash.message}
          </Notice>
        ) : null}
        {received.map((withdrawal) => (
          <Received key={withdrawal.received_at} withdrawal={withdrawal} email={email} />
        ))}
        <Step order={order} hasChosen={hasChosen} flash={flash} />
      </div>
    </div>
  )
}

function Step({ order, hasChosen, flash }: WithdrawalViewProps) {
  if (!('lines' in order)) {
    if (flash?.done) return null
    return <WithdrawUnseen order={order} error={flash?.fields?.['email']} typed={flash?.values?.['email']} />
  }
  const { refused, received, chosen } = order
  if (refused) return <Refused refused={refused} order={order} hasReceived={received.length > 0} />
  return chosen ? (
    <ConfirmWithdrawal order={order} {...chosen} />
  ) : (
    <ChooseProducts order={order} isUnchosen={hasChosen} />
  )
}

function Received({ withdrawal, email }: { withdrawal: ReceivedWithdrawal; email: string | null }) {
  const { locale } = usePage()
  return (
    <section className="mt-8 rounded-sm border border-line bg-surface p-5">
      <h2 className="font-semibold">
        <Trans>Received on {writeMoment(withdrawal.received_at, locale)}</Trans>
      </h2>
      {withdrawal.lines.length > 0 ? (
        <WithdrawnLines lines={withdrawal.lines} />
      ) : (
        <p className="mt-3">
          <Trans>All pieces of this order</Trans>
        </p>
      )}
      {withdrawal.waits_until ? (
        <p className="mt-3 text-sm text-quiet">
          <Trans>
            We carry it out on {writeMoment(withdrawal.waits_until, locale)}. Until then the link in our email takes it
            back.
          </Trans>
        </p>
      ) : null}
      {email ? (
        <p className="mt-3 text-sm break-words text-quiet">
          <Trans>The confirmation of receipt went to {email}. It says what happens next.</Trans>
        </p>
      ) : null}
    </section>
  )
}

interface RefusedProps {
  refused: NonNullable<NoWithdrawal>
  order: Withdrawing
  hasReceived: boolean
}

/** Why there is nothing to choose, and what there is instead. */
function Refused({ refused, order: { lastDay, lines }, hasReceived }: RefusedProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const day = lastDay ? writeDay(lastDay, locale) : ''
  const bespoke = lines.filter(({ isBespoke }) => isBespoke).length
  const messages: Record<NonNullable<NoWithdrawal>, ReactNode> = {
    canceled: t`This order was cancelled: there is no contract to withdraw from.`,
    over: t`The last day to withdraw from this order was ${day}. If a piece has a fault, reply to the letter that confirmed your order: that has no such end.`,
    'nothing-left':
      bespoke > 0 && bespoke === lines.length ? (
        <Plural
          value={bespoke}
          one="This piece was made for you alone: by law its contract cannot be withdrawn from. If it has a fault, reply to the letter that confirmed your order."
          other="These pieces were made for you alone: by law their contract cannot be withdrawn from. If one has a fault, reply to the letter that confirmed your order."
        />
      ) : hasReceived || lines.length === 0 ? (
        t`Nothing more of this order can be withdrawn from.`
      ) : (
        t`Everything in this order is on its way back to us already, or has come back.`
      ),
  }
  return (
    <>
      <p className="mt-8">{messages[refused]}</p>
      <ButtonLink href={to('/policies/return-policy')} look="outline" className="mt-8">
        <Trans>How returns work</Trans>
      </ButtonLink>
    </>
  )
}

/** The page in a browser that holds no order. */
export function NothingHeld({ flash }: { flash: Flash | null }) {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <EmptyState
      title={t`Withdraw from contract`}
      text={flash?.message ?? t`First find the order: by its number and the address that it was placed with.`}
      isPage
    >
      <ButtonLink href={to('/order/find?for=withdrawal')}>
        <Trans>Find the order</Trans>
      </ButtonLink>
      <ButtonLink href={to('/policies/return-policy')} look="outline">
        <Trans>How returns work</Trans>
      </ButtonLink>
    </EmptyState>
  )
}
