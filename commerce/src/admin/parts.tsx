import { Badge, Button, Container, Heading, Table, Text, toast } from '@medusajs/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** The rows that a long list shows at first. */
const FIRST_ROWS = 50

interface ReadOptions<Answer> {
  /** Replaces the plain call. */
  read?: () => Promise<Answer>
  /** Reads again after this many milliseconds. Only for what is cheap to read, because the page may stay open. */
  refetchInterval?: number
  /** The dashboard's key of what the path reads a part of: the dashboard then reads it again after each change. */
  partOf?: readonly string[]
}

/**
 * Reads from Medusa's admin API.
 * @param path also the key under which the answer is kept
 */
export function useMedusa<Answer>(path: string, { read, refetchInterval, partOf = [] }: ReadOptions<Answer> = {}) {
  const queryFn = read ?? (async () => callMedusa<Answer>(path))
  const queryKey = [...partOf, path]
  return useQuery({
    queryKey,
    queryFn,
    // The dashboard's own 90 seconds would show an order as unpaid after its payment was captured.
    staleTime: 0,
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  })
}

interface Query {
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}

interface ListProps {
  title: string
  /** What the list shows, in a sentence. */
  about?: string | undefined
  /** Shown if there are no rows. */
  empty: string
  query: Query
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[] | undefined
  /** The number of all rows, if `rows` has only the first of them. */
  count?: number | undefined
  /** Beside the title. */
  action?: ReactNode
}

/** A list with its number of rows, a sentence if there are none, and the reason if it could not be loaded. */
export function List({ title, about, empty, query, columns, rows = [], count = rows.length, action }: ListProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <Container className="p-0">
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <div>
          <div className="flex items-center gap-x-2">
            <Heading level="h2">{title}</Heading>
            {rows.length > 0 ? <Badge size="2xsmall">{count}</Badge> : null}
          </div>
          {about ? (
            <Text size="small" className="text-ui-fg-subtle">
              {about}
            </Text>
          ) : null}
        </div>
        {action}
      </div>
      {query.error ? (
        <Failure error={query.error} retry={query.refetch} />
      ) : rows.length === 0 ? (
        <Text size="small" className="px-6 pb-4 text-ui-fg-subtle">
          {query.isPending ? 'Loading…' : empty}
        </Text>
      ) : (
        <div className="overflow-x-auto">
          <Table aria-label={title}>
            <Table.Header>
              <Table.Row>
                {columns.map((column) => (
                  <Table.HeaderCell key={column} className="whitespace-nowrap">
                    {column}
                  </Table.HeaderCell>
                ))}
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {shown.map(({ key, cells }) => (
                <Table.Row key={key}>
                  {columns.map((column, index) => (
                    <Table.Cell key={column} className="py-2">
                      {cells[index]}
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

/** Why something could not be loaded, with a button that loads it again. */
export function Failure({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <div className="flex items-center gap-x-4 px-6 pb-4">
      <Text size="small" className="text-ui-fg-error">
        {error.message}
      </Text>
      <Button size="small" variant="secondary" className="shrink-0" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}

/** What a call answers that does something with one row: whether it did it, or how often. */
interface Done {
  isDone?: boolean
  count?: number
}

interface ActProps {
  label: string
  /** Shown if the call had no effect, such as when other staff was faster. */
  missed: string
  /** The call that the button makes, with the id of its row. */
  path: string
  id: string
  /** The path of the query to load again. */
  reload: string
}

/** A button that does something with one row, and loads the list again. */
export function Act({ label, missed, path, id, reload }: ActProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => callMedusa<Done>(path, { id }),
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

export function ResendEmail({ id, reload }: { id: string; reload: string }) {
  const missed = 'The email was not sent again, because the queue no longer has it.'
  return <Act label="Send again" missed={missed} path="/admin/storefront/emails/resend" id={id} reload={reload} />
}

export function ResolveWithdrawal({ id, reload }: { id: string; reload: string }) {
  const missed = 'The withdrawal no longer needs you: it is resolved or was canceled.'
  return (
    <Act label="Mark as resolved" missed={missed} path="/admin/storefront/withdrawals/done" id={id} reload={reload} />
  )
}

/** A link to another page of the dashboard. @param to such as `/orders/order_01` */
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

/** Text that stays on one line, such as a time. */
export function OneLine({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>
}

/** The name of a file or another text of a program. @param isWhole keeps it on one line; otherwise it breaks anywhere */
export function Code({ children, isWhole = false }: { children: ReactNode; isWhole?: boolean }) {
  return (
    <code className={`txt-compact-xsmall font-mono ${isWhole ? 'whitespace-nowrap' : 'break-all'}`}>{children}</code>
  )
}

const EMAIL_COLORS = { sent: 'green', waiting: 'grey', dead: 'red', lost: 'orange' } as const
const EMAIL_STATES = { sent: 'sent', dead: 'failed', lost: 'not sent' } as const

/** @param tries how often a waiting email was tried */
export function EmailBadge({ state, tries }: { state: keyof typeof EMAIL_COLORS; tries: number }) {
  return (
    <Badge size="2xsmall" color={EMAIL_COLORS[state]} className="whitespace-nowrap">
      {state === 'waiting' ? `waiting, ${tries} tries` : EMAIL_STATES[state]}
    </Badge>
  )
}

/** Lines of an order as text: `1 × Ring · Silver, 2 × Chain`. */
export function toItems(lines: readonly WithdrawnLine[]): string {
  const items = lines.map(({ quantity, title, label }) => [`${quantity} × ${title}`, label].filter(Boolean).join(' · '))
  return items.length > 0 ? items.join(', ') : 'all of the order'
}

/** @param amount in whole units of the currency */
export function toMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}

export function toTime(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

export function toDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium' })
}
