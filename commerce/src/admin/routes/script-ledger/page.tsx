import { defineRouteConfig } from '@medusajs/admin-sdk'
import { Badge, Button, Container, Copy, Heading, Text } from '@medusajs/ui'
import { useMutation } from '@tanstack/react-query'

import { callMedusa } from '../../call-medusa.ts'
import { Code, Failure, List, OneLine, toDay, useMedusa } from '../../parts.tsx'

/** What the storefront's `POST /api/_internal/staff/scripts` answers. */
interface Scripts {
  origin: string
  /** The inventory of the served build; null on a development server. */
  inventory: {
    build: string
    scripts: {
      file: string
      purpose: string
      sha384: string
      bytes: number
      checkout: 'at once' | 'when used' | 'never'
    }[]
    inline: { what: string; purpose: string; allowedBy: string }[]
    thirdParties: { origin: string; purpose: string; directives: string[]; when: string }[]
  } | null
  reports: {
    days: number
    kinds: number
    list: { directive: string; blocked: string; page: string; times: number; first_day: string; last_day: string }[]
  }
}

/** What the storefront's `POST /api/_internal/staff/scripts/check` answers. */
interface Checked {
  check: { page: string; build?: string; parts: { inOrder: string; differences: string[] }[] } | null
  /** Why nothing could be compared. */
  failure: string | null
}

const HASH_LETTERS = 12

export const config = defineRouteConfig({ label: 'Script ledger' })

/** The page of the dashboard that lists the scripts of the payment page, and what browsers blocked. */
export default function ScriptLedgerPage() {
  const query = useMedusa<Scripts>('/admin/storefront/scripts')
  const { origin, inventory, reports } = query.data ?? {}
  const atOnce = inventory?.scripts.filter(({ checkout }) => checkout === 'at once') ?? []
  const whenUsed = inventory?.scripts.filter(({ checkout }) => checkout === 'when used') ?? []
  const noBuild = 'A development server has no build. The inventory is there after npm start.'
  return (
    <div className="flex flex-col gap-y-3">
      <div>
        <Heading>Script ledger</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          The scripts that the payment page may run, each with its purpose and hash, as PCI DSS 6.4.3 and 11.6.1 ask.
        </Text>
      </div>
      <PaymentPage origin={origin} />
      <List
        title={inventory ? `Scripts of build ${inventory.build}` : 'Scripts of the build'}
        about="Those that checkout pages load at once, and those that they load when a part of the page is used."
        empty={noBuild}
        query={query}
        columns={['Script', 'Loaded', 'Size', 'SHA-384']}
        rows={[...atOnce, ...whenUsed].map(({ file, purpose, checkout, bytes, sha384 }) => ({
          key: file,
          cells: [
            <div key="file">
              <Code>{file}</Code>
              <div>{purpose}</div>
            </div>,
            <OneLine key="when">{checkout}</OneLine>,
            <OneLine key="bytes">{toKilobytes(bytes)}</OneLine>,
            <span key="hash" className="flex items-center gap-x-1">
              <Code isWhole>{`${sha384.slice(0, HASH_LETTERS)}…`}</Code>
              <Copy content={`sha384-${sha384}`} />
            </span>,
          ],
        }))}
      />
      <List
        title="Scripts without a file"
        empty={noBuild}
        query={query}
        columns={['Script', 'Purpose', 'Allowed by']}
        rows={inventory?.inline.map(({ what, purpose, allowedBy }) => ({
          key: what,
          cells: [what, purpose, allowedBy],
        }))}
      />
      <List
        title="Scripts of others"
        empty={inventory ? 'The payment page runs no scripts of others.' : noBuild}
        query={query}
        columns={['Origin', 'Purpose', 'Directives', 'When']}
        rows={inventory?.thirdParties.map((party) => ({
          key: `${party.origin} ${party.when}`,
          cells: [
            <Code key="origin">{party.origin}</Code>,
            party.purpose,
            <Code key="directives">{party.directives.join(', ')}</Code>,
            party.when,
          ],
        }))}
      />
      <List
        title={`Blocked by browsers${reports ? `, last ${reports.days} days` : ''}`}
        about={
          reports && reports.kinds > reports.list.length
            ? `The first ${reports.list.length} of ${reports.kinds} kinds, checkout pages first.`
            : undefined
        }
        empty="No browser reported a violation of the Content-Security-Policy."
        query={query}
        columns={['Times', 'Page', 'Blocked', 'Directive', 'Days']}
        rows={reports?.list.map((report) => ({
          key: `${report.page} ${report.blocked} ${report.directive}`,
          cells: [
            report.times,
            <Code key="page">{report.page}</Code>,
            <Code key="blocked">{report.blocked}</Code>,
            report.directive,
            <OneLine key="days">{toDays(report.first_day, report.last_day)}</OneLine>,
          ],
        }))}
      />
    </div>
  )
}

/** Compares the payment page with the build when the staff asks for it. */
function PaymentPage({ origin }: { origin: string | undefined }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => callMedusa<Checked>('/admin/storefront/scripts/check', {}),
  })
  const failure = error ?? (data?.failure ? new Error(data.failure) : null)
  return (
    <Container className="p-0">
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <div>
          <Heading level="h2">Payment page</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            The check opens checkout as a guest and compares what it gets with the build. Nothing is ordered. Let
            another machine run it every day, too:
          </Text>
          <Code>npm run scripts:check -- {origin}</Code>
        </div>
        <Button size="small" variant="secondary" className="shrink-0" isLoading={isPending} onClick={() => mutate()}>
          Check now
        </Button>
      </div>
      {failure ? <Failure error={failure} retry={mutate} /> : null}
      {data?.check ? (
        <ul className="flex flex-col gap-y-2 px-6 pb-4">
          {data.check.parts.map(({ inOrder, differences }) => (
            <li key={inOrder} className="flex items-start gap-x-2">
              <Badge size="2xsmall" color={differences.length > 0 ? 'red' : 'green'} className="shrink-0">
                {differences.length > 0 ? 'differs' : 'in order'}
              </Badge>
              <Text size="small" className="break-words">
                {differences.length > 0 ? `${differences.join('; ')}.` : `${inOrder}.`}
              </Text>
            </li>
          ))}
        </ul>
      ) : null}
    </Container>
  )
}

function toKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

function toDays(first: string, last: string): string {
  return first === last ? toDay(first) : `${toDay(first)} – ${toDay(last)}`
}
