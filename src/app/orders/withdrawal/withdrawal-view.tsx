import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { ReceivedWithdrawal, WithdrawnLine } from '#shared/order/order.ts'
import {
  type Refusal,
  type WithdrawalForm,
  type WholeOrderForm,
  LONGEST_REASON,
  type WithdrawableLine,
} from '#shared/order/withdrawal-form.ts'
import { writeDay, writeMoment } from '#shared/order/write-moment.ts'
import type { Flash } from '#shared/shop-data.ts'

import { LineImage } from '../../cart/parts/line-parts.tsx'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { ButtonLink, Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextAreaField, TextField, SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WithdrawnLines } from './withdrawn-lines.tsx'

interface WithdrawalViewProps {
  order: WithdrawalForm | WholeOrderForm
  hasChosen: boolean
  flash: Flash | null
}

export function WithdrawalView({ order, hasChosen, flash }: WithdrawalViewProps) {
  const { number, received } = order
  const email = order.kind === 'lines' ? order.email : null
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
        {order.kind === 'lines' ? (
          <p className="mt-3 text-quiet">
            <Trans>Your order from {writeDay(order.placedAt, locale)}</Trans>
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
  if (order.kind === 'whole-order') {
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
          <Trans>All items in this order</Trans>
        </p>
      )}
      {withdrawal.waits_until ? (
        <p className="mt-3 text-sm text-quiet">
          <Trans>
            We’ll process it on {writeMoment(withdrawal.waits_until, locale)}. Until then, you can cancel it with the
            link in our email.
          </Trans>
        </p>
      ) : null}
      {email ? (
        <p className="mt-3 text-sm break-words text-quiet">
          <Trans>We’ve sent the confirmation of receipt to {email}. It explains what happens next.</Trans>
        </p>
      ) : null}
    </section>
  )
}

interface RefusedProps {
  refused: Refusal
  order: WithdrawalForm
  hasReceived: boolean
}

function Refused({ refused, order: { lastDay, lines }, hasReceived }: RefusedProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const day = lastDay ? writeDay(lastDay, locale) : ''
  const bespoke = lines.filter(({ isBespoke }) => isBespoke).length
  const messages: Record<Refusal, ReactNode> = {
    canceled: t`This order was cancelled, so there’s no contract to withdraw from.`,
    over: t`The last day to withdraw from this order was ${day}. This deadline doesn’t apply to faulty items: if one is faulty, reply to your order confirmation email.`,
    'nothing-left':
      bespoke > 0 && bespoke === lines.length ? (
        <Plural
          value={bespoke}
          one="This item was made specially for you, so the right to withdraw doesn’t apply to it. If it’s faulty, reply to your order confirmation email."
          other="These items were made specially for you, so the right to withdraw doesn’t apply to them. If one is faulty, reply to your order confirmation email."
        />
      ) : hasReceived || lines.length === 0 ? (
        t`There’s nothing left in this order to withdraw from.`
      ) : (
        t`Everything in this order has been returned or is on its way back to us.`
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

/** For a browser without an order. */
export function NothingHeld({ flash }: { flash: Flash | null }) {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <EmptyState
      title={t`Withdraw from contract`}
      text={flash?.message ?? t`First, find your order by its number and the email you used to place it.`}
      isPage
    >
      <ButtonLink href={to('/order/find?for=withdrawal')}>
        <Trans>Find your order</Trans>
      </ButtonLink>
      <ButtonLink href={to('/policies/return-policy')} look="outline">
        <Trans>How returns work</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

interface ConfirmWithdrawalProps {
  order: WithdrawalForm
  lines: readonly WithdrawnLine[]
  /** Signed by the shop. */
  statement: string
}

/** The second step. */
function ConfirmWithdrawal({ order: { held, number, email, isLinked }, lines, statement }: ConfirmWithdrawalProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const back = to(`/order/withdraw?order=${held}`)
  return (
    <form action="/api/orders/withdrawals" method="post" className="mt-8">
      <input type="hidden" name="return_to" value={back} />
      <input type="hidden" name="refused_to" value={back} />
      <input type="hidden" name="statement" value={statement} />
      <p>
        <Trans>I withdraw from the contract for these items in order {number}:</Trans>
      </p>
      <WithdrawnLines lines={lines} />
      <p className="mt-4 break-words">
        <Trans>We’ll send the confirmation of receipt to {email}.</Trans>
      </p>
      {isLinked ? null : (
        <p className="mt-4 text-sm text-quiet">
          <Trans>
            You found this order by its number. To be sure it’s you, we’ll process the withdrawal 24 hours after you
            confirm. Until then, you can cancel it with the link in our email. Your withdrawal still counts from the
            moment you confirm.
          </Trans>
        </p>
      )}
      <TextAreaField
        label={t`Could you tell us why?`}
        name="reason"
        rows={3}
        maxLength={LONGEST_REASON}
        isOptional
        className="mt-6"
      />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button type="submit" className="max-sm:w-full">
          <Trans>Confirm withdrawal</Trans>
        </Button>
        <ButtonLink href={back} look="outline" className="max-sm:w-full">
          <Trans>Change selection</Trans>
        </ButtonLink>
      </div>
    </form>
  )
}

interface WithdrawUnseenProps {
  order: WholeOrderForm
  error: string | undefined
  typed: string | undefined
}

/**
 * Withdraws from the whole order if it cannot be shown, so that no shopper misses the deadline because of an outage.
 */
function WithdrawUnseen({ order: { held, number, statement }, error, typed }: WithdrawUnseenProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const back = to(`/order/withdraw?order=${held}`)
  return (
    <form action="/api/orders/withdrawals" method="post" noValidate className="mt-8 flex flex-col gap-5">
      <input type="hidden" name="return_to" value={back} />
      <input type="hidden" name="refused_to" value={back} />
      <input type="hidden" name="statement" value={statement} />
      <p>
        <Trans>
          We can’t show the items in your order at the moment. You can withdraw from the whole order now, or come back a
          little later to choose individual items.
        </Trans>
      </p>
      <p>
        <Trans>I withdraw from the contract for all items in order {number}.</Trans>
      </p>
      <TextField
        label={t`Email used for the order, where we’ll send the confirmation of receipt`}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={typed}
        error={error}
      />
      <Button type="submit" className="sm:self-start">
        <Trans>Confirm withdrawal</Trans>
      </Button>
    </form>
  )
}

interface ChooseProductsProps {
  order: WithdrawalForm
  isUnchosen: boolean
}

/** The first step declares nothing. All lines are preselected. */
function ChooseProducts({ order: { held, lines, days, lastDay }, isUnchosen }: ChooseProductsProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  return (
    <form action={to('/order/withdraw')} method="get" className="mt-8">
      <input type="hidden" name="order" value={held} />
      <p>
        {lastDay ? (
          <Trans>You can withdraw until {writeDay(lastDay, locale)}. You don’t need to give a reason.</Trans>
        ) : (
          <Plural
            value={days}
            one="You can withdraw at any time up to a day after you receive your parcel. You don’t need to give a reason."
            other="You can withdraw at any time up to # days after you receive your parcel. You don’t need to give a reason."
          />
        )}
      </p>
      {isUnchosen ? (
        <Notice tone="error" className="mt-6">
          <Trans>Please choose at least one item.</Trans>
        </Notice>
      ) : null}
      <fieldset className="mt-6">
        <legend className="font-semibold">
          <Trans>Which items does your withdrawal cover?</Trans>
        </legend>
        <ul aria-label={t`Items`} className="mt-3 ruled border-y border-line">
          {lines.map((line) => (
            <li key={line.id} className="flex flex-wrap gap-x-4 gap-y-3 py-4">
              <LineImage source={line.picture} className="size-18" />
              <div className="min-w-0 grow basis-40">
                <Choice line={line} />
              </div>
            </li>
          ))}
        </ul>
      </fieldset>
      <Button type="submit" name="chosen" value="1" className="mt-8 max-sm:w-full">
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}

function Choice({ line: { id, title, label, left, quantity, isBespoke } }: { line: WithdrawableLine }) {
  const { t } = useLingui()
  if (left === 0) {
    return (
      <>
        <p className="display text-xl/6 break-words">{title}</p>
        {label ? <p className="mt-1 text-sm break-words text-quiet">{label}</p> : null}
        <p className="mt-1 text-sm text-quiet">
          {isBespoke ? (
            <Trans>Made specially for you, so the right to withdraw doesn’t apply to it.</Trans>
          ) : (
            <Trans>Already withdrawn or on its way back to us.</Trans>
          )}
        </p>
      </>
    )
  }
  if (quantity === 1)
    return <Checkbox name={id} value="1" defaultChecked label={title} hint={label} className="-mt-2" />
  return (
    <>
      <p className="display text-xl/6 break-words">{title}</p>
      {label ? <p className="mt-1 text-sm text-quiet">{label}</p> : null}
      <SelectField label={t`Quantity: ${title}`} name={id} defaultValue={left} className="mt-3 max-w-40">
        {Array.from({ length: left + 1 }, (_, count) => (
          <option key={count} value={count}>
            {count === 0 ? t`None` : count}
          </option>
        ))}
      </SelectField>
    </>
  )
}
