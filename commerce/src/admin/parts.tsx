import { Badge, Button, Container, Heading, Table, Text, toast } from '@medusajs/ui'
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
// In the version of Medusa's dashboard, whose router it has to share.
import { Link } from 'react-router-dom'

import { callMedusa } from './call-medusa.ts'

/** A withdrawal, as the storefront describes it. */
export interface Withdrawal {
  id: string
  number: string
  order_id: string
  open_lines: WithdrawnLine[]
  received_at: string
  /** What the staff has to do; null if nothing yet. */
  staff_note: string | null
}

/** Of a withdrawal without a note for the staff. */
export const IN_PROCESS = 'It waits for Medusa and is handled by itself. Do not send it.'

export interface WithdrawnLine {
  title: string
  label?: string | null
  quantity: number
}

const FIRST_ROWS = 50

interface ReadOptions {
  /** In milliseconds. Only for what is cheap to read, because the page may stay open. */
  refetchInterval?: number | false
  /** The dashboard's key of what the path reads a part of: the dashboard then reads it again after each change. */
  partOf?: readonly string[]
}

export function useMedusa<Answer>(path: string, { refetchInterval = false, partOf = [] }: ReadOptions = {}) {
  return useQuery({
    queryKey: [...partOf, path],
    queryFn: async () => callMedusa<Answer>(path),
    // The dashboard's own 90 seconds would show an order as unpaid after its payment was captured.
    staleTime: 0,
    refetchInterval,
  })
}

export type Query = Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>

/** A part of a page about one product or order. */
export function Widget({ title, query, children }: { title: string; query: Query; children: ReactNode }) {
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {title}
      </Heading>
      {query.error ? (
        <div className="pt-4">
          <Failure query={query} />
        </div>
      ) : query.isPending ? (
        <Subtle className="px-6 py-4">Loading…</Subtle>
      ) : (
        children
      )}
    </Container>
  )
}

interface ListProps {
  title: string
  about?: string | undefined
  empty: string
  query: Query
  /** Cells by the name of their column. */
  rows: readonly { key: string; cells: Record<string, ReactNode> }[] | undefined
  /** The number of all rows, if `rows` has only the first of them. */
  count?: number | undefined
}

export function List({ title, about, empty, query, rows = [], count = rows.length }: ListProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <Container className="p-0">
      <div className="px-6 py-4">
        <div className="flex items-center gap-x-2">
          <Heading level="h2">{title}</Heading>
          {rows.length > 0 ? <Badge size="2xsmall">{count}</Badge> : null}
        </div>
        {about ? <Subtle>{about}</Subtle> : null}
      </div>
      {query.error ? (
        <Failure query={query} />
      ) : rows.length === 0 ? (
        <Subtle className="px-6 pb-4">{query.isPending ? 'Loading…' : empty}</Subtle>
      ) : (
        <div className="overflow-x-auto">
          <Table aria-label={title}>
            <Table.Header>
              <Table.Row>
                {Object.keys(rows[0]?.cells ?? {}).map((column) => (
                  <Table.HeaderCell key={column} className="whitespace-nowrap">
                    {column}
                  </Table.HeaderCell>
                ))}
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {shown.map(({ key, cells }) => (
                <Table.Row key={key}>
                  {Object.entries(cells).map(([column, cell]) => (
                    <Table.Cell key={column} className="py-2">
                      {cell}
                    </Table.Cell>
                  ))}
                </Table.Row>
              ))}
            </Table.Body>
          </Table>
        </div>
      )}
      {shown.length < rows.length ? (
        <div className="px-6 py-4">
          <Button size="small" variant="secondary" onClick={() => setIsWhole(true)}>
            Show all {rows.length}
          </Button>
        </div>
      ) : null}
    </Container>
  )
}

export function Failure({ query: { error, refetch } }: { query: Query }) {
  return (
    <div className="flex items-center gap-x-4 px-6 pb-4">
      <Text size="small" className="text-ui-fg-error">
        {error?.message}
      </Text>
      <Button size="small" variant="secondary" className="shrink-0" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}

export function Subtle({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <Text size="small" className={`text-ui-fg-subtle ${className}`}>
      {children}
    </Text>
  )
}

interface ActProps {
  label: string
  /** Shown if the call had no effect, such as when other staff was faster. */
  missed: string
  /** The action of the storefront, with the id of the row. */
  action: string
  id: string
  /** The path of the query to load again. */
  reload: string
}

function Act({ label, missed, action, id, reload }: ActProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => callMedusa<{ isDone?: boolean; count?: number }>(`/admin/storefront/${action}`, { id }),
    onSuccess: async ({ isDone, count }) => {
      if (isDone === false || count === 0) toast.info(missed)
      await client.invalidateQueries({ queryKey: [reload] })
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button
      size="small"
      variant="secondary"
      className="shrink-0 whitespace-nowrap"
      isLoading={isPending}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  )
}

type ActOnRow = Pick<ActProps, 'id' | 'reload'>

export function ResendEmail(row: ActOnRow) {
  const missed = 'The email was not sent again, because the queue no longer has it.'
  return <Act label="Send again" missed={missed} action="resend-email" {...row} />
}

export function ResolveWithdrawal(row: ActOnRow) {
  const missed = 'The withdrawal no longer needs you: it is resolved or was canceled.'
  return <Act label="Mark as resolved" missed={missed} action="resolve-withdrawal" {...row} />
}

export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-ui-fg-interactive hover:text-ui-fg-interactive-hover">
      {children}
    </Link>
  )
}

/** A sentence of the storefront, which may begin with a small letter. */
export function Note({ children }: { children: ReactNode }) {
  return <div className="first-letter:uppercase break-words">{children}</div>
}

export function OneLine({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>
}

/** `isWhole` keeps it on one line; otherwise it breaks anywhere. */
export function Code({ children, isWhole = false }: { children: ReactNode; isWhole?: boolean }) {
  return (
    <code className={`txt-compact-xsmall font-mono ${isWhole ? 'whitespace-nowrap' : 'break-all'}`}>{children}</code>
  )
}

const EMAIL_COLORS = { sent: 'green', waiting: 'grey', dead: 'red', lost: 'orange' } as const
const EMAIL_STATES = { sent: 'sent', dead: 'failed', lost: 'not sent' } as const

export function EmailBadge({ state, tries }: { state: keyof typeof EMAIL_COLORS; tries: number }) {
  return (
    <Badge size="2xsmall" color={EMAIL_COLORS[state]} className="whitespace-nowrap">
      {state === 'waiting' ? `waiting, ${tries} tries` : EMAIL_STATES[state]}
    </Badge>
  )
}

/** Lines of an order as text: `1 × Ring · Silver, 2 × Chain`. */
export function toItems(lines: readonly WithdrawnLine[]) {
  const items = lines.map(({ quantity, title, label }) => [`${quantity} × ${title}`, label].filter(Boolean).join(' · '))
  return items.length > 0 ? items.join(', ') : 'all of the order'
}

/** @param amount in whole units of the currency */
export function toMoney(amount: number, currency: string) {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}

export function toTime(iso: string | Date) {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

export function toDay(iso: string | Date) {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium' })
}
