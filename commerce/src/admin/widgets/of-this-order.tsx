import { defineWidgetConfig } from '@medusajs/admin-sdk'
import type { HttpTypes } from '@medusajs/framework/types'
import { Badge, Container, Heading, Text } from '@medusajs/ui'
import type { ReactNode } from 'react'

import {
  EmailBadge,
  Failure,
  IN_PROCESS,
  Note,
  ResendEmail,
  ResolveWithdrawal,
  Subtle,
  toDay,
  toItems,
  toMoney,
  toTime,
  useMedusa,
  type Query,
  type Withdrawal,
  type WithdrawnLine,
} from '../parts.tsx'

/** The answer of the storefront's `POST /api/_internal/staff/order`. */
interface OfOrder {
  withdrawals: OrderWithdrawal[]
  emails: {
    id: string
    name: string
    queuedAt: string
    sentAt: string | null
    state: 'sent' | 'waiting' | 'dead' | 'lost'
    /** Null when the queue has deleted its copy, so that it cannot be sent again. */
    queued: { to: string; tries: number; reason: string | null } | null
  }[]
}

interface OrderWithdrawal extends Withdrawal {
  lines: WithdrawnLine[]
  state: 'waiting' | 'staff' | 'done' | 'taken_back'
  due_at: string
  mayBeTakenBack: boolean
  reason: string | null
  /** The return in Medusa that it became; null if there is none. */
  return_id: string | null
}

/** Medusa's manual payment provider, for payment by invoice. */
const INVOICE = 'pp_system'
/** Emails are sent in the background. */
const REFRESH_MS = 30_000
const FIELDS =
  'id,status,created_at,currency_code,metadata,summary,payment_collections.payments.provider_id,payment_collections.payments.captured_at,payment_collections.payments.canceled_at'

const WITHDRAWAL_STATES = {
  waiting: { color: 'grey', label: 'waiting' },
  staff: { color: 'red', label: 'needs you' },
  done: { color: 'green', label: 'done' },
  taken_back: { color: 'grey', label: 'canceled' },
} as const

/** Done for the storefront, but not for the staff. */
const RETURNED = { color: 'orange', label: 'return requested' } as const

export const config = defineWidgetConfig({ zone: 'order.details.side.before' })

export default function OfThisOrder({ data: { id } }: { data: { id: string } }) {
  const path = `/admin/storefront/order?id=${id}`
  const partOf = ['orders', 'detail', id]
  const order = useMedusa<HttpTypes.AdminOrderResponse>(`/admin/orders/${id}?fields=${FIELDS}`, { partOf })
  const query = useMedusa<OfOrder>(path, { refetchInterval: REFRESH_MS })
  const { withdrawals = [], emails = [] } = query.data ?? {}
  return (
    <Container className="divide-y p-0">
      <Section title="Payment due" query={order} empty={order.data ? toDue(order.data.order) : ''} />
      <Section title="Withdrawals" query={query} empty="The buyer has not withdrawn from the order.">
        {withdrawals.map((one) => (
          <WithdrawalEntry key={one.id} withdrawal={one} reload={path} />
        ))}
      </Section>
      <Section title="Emails" query={query} empty="No email is known.">
        {emails.map(({ id: email, name, queuedAt, sentAt, state, queued }) => (
          <Entry
            key={email}
            title={toTitle(name)}
            badge={<EmailBadge state={state} tries={queued?.tries ?? 0} />}
            lines={[
              `${toTime(sentAt ?? queuedAt)}${queued ? `, to ${queued.to}` : ''}`,
              state === 'sent' ? null : (queued?.reason ?? null),
            ]}
            action={queued ? <ResendEmail id={email} reload={path} /> : null}
          />
        ))}
      </Section>
    </Container>
  )
}

/** 'order-placed' is shown as "Order placed". */
function toTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}

function WithdrawalEntry({ withdrawal, reload }: { withdrawal: OrderWithdrawal; reload: string }) {
  const { id, state, mayBeTakenBack, lines, received_at, due_at, reason, staff_note, return_id } = withdrawal
  const isReturn = state === 'done' && return_id !== null
  const { color, label } = isReturn ? RETURNED : WITHDRAWAL_STATES[state]
  return (
    <Entry
      title={toItems(lines)}
      badge={
        <Badge size="2xsmall" color={color} className="whitespace-nowrap">
          {label}
        </Badge>
      }
      lines={[
        `Received ${toTime(received_at)}`,
        reason && `Reason: ${reason}`,
        isReturn ? 'Its return is in Returns. Receive it when the goods arrive, then refund them.' : null,
        mayBeTakenBack ? `The buyer may cancel it until ${toTime(due_at)}. Do not send it meanwhile.` : staff_note,
        state === 'waiting' && !mayBeTakenBack ? IN_PROCESS : null,
      ]}
      action={state === 'staff' ? <ResolveWithdrawal id={id} reload={reload} /> : null}
    />
  )
}

interface SectionProps {
  title: string
  query: Query
  empty: string
  children?: ReactNode[]
}

function Section({ title, query, empty, children = [] }: SectionProps) {
  return (
    <div className="flex flex-col gap-y-4 py-4">
      <Heading level="h2" className="px-6">
        {title}
      </Heading>
      {query.error ? (
        <Failure query={query} />
      ) : children.length > 0 ? (
        children
      ) : (
        <Subtle className="px-6">{query.isPending ? 'Loading…' : empty}</Subtle>
      )}
    </div>
  )
}

interface EntryProps {
  title: string
  badge: ReactNode
  lines: (string | null)[]
  action: ReactNode
}

function Entry({ title, badge, lines, action }: EntryProps) {
  return (
    <div className="flex flex-col items-start gap-y-1 px-6">
      <div className="flex w-full items-start justify-between gap-x-2">
        <Text size="small" weight="plus">
          {title}
        </Text>
        {badge}
      </div>
      {lines.map((line) =>
        line ? (
          <Text key={line} as="div" size="small" className="text-ui-fg-subtle">
            <Note>{line}</Note>
          </Text>
        ) : null,
      )}
      {action}
    </div>
  )
}

function toDue({ status, created_at, currency_code, metadata, summary, payment_collections }: HttpTypes.AdminOrder) {
  const isInvoice = (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .some(
      ({ provider_id: provider, captured_at: captured, canceled_at: canceled }) =>
        provider.startsWith(INVOICE) && !captured && !canceled,
    )
  const due = summary?.pending_difference ?? 0
  if (status === 'canceled' || !isInvoice || due <= 0) return 'Nothing is due.'
  const until = metadata?.['held_until'] as string | null | undefined
  const held = until ? ` The items are held until ${toDay(until)}.` : ''
  return `${toMoney(due, currency_code)} by invoice since ${toDay(created_at)}.${held}`
}
