import { defineRouteConfig } from '@medusajs/admin-sdk'
import { Badge, Heading, Select, Text } from '@medusajs/ui'
import { useState, type ReactNode } from 'react'

import { List, OneLine, PageLink, toDay, toMoney, useMedusa } from '../../parts.tsx'

/** What the storefront's `POST /api/_internal/staff/prices` answers. Amounts are in hundredths. */
interface Prices {
  /** The days before a reduction whose lowest price counts. */
  days: number
  currencies: { currency: string; since: string }[]
  /** The currency of `prices`; null if no price is known yet. */
  currency: string | null
  /** Those that are too high first. Variants of a product with the same prices are one entry. */
  prices: CheckedPrice[]
  /** The number of all entries. */
  count: number
}

/** What the storefront's `POST /api/_internal/staff/price-counts` answers: numbers of variants in regions. */
interface Counts {
  currencies: { currency: string; crossedOut: number; tooHigh: number; notChecked: number }[]
}

interface CheckedPrice {
  region_id: string
  region: string | null
  currency: string
  product_id: string
  handle: string
  /** The SKUs of all variants with these prices. */
  skus: string[]
  amount: number
  crossedOut: number
  since: string
  lowest: { amount: number; since: string } | null
  isTooHigh: boolean
}

export const config = defineRouteConfig({ label: 'Price ledger' })

/** The page of the dashboard that compares crossed-out prices with those that were really asked before. */
export default function PriceLedgerPage() {
  const [chosen, setChosen] = useState<string>()
  const counts = useMedusa<Counts>('/admin/storefront/price-counts')
  const wanted = chosen ?? counts.data?.currencies.find(({ tooHigh }) => tooHigh > 0)?.currency
  const query = useMedusa<Prices>(`/admin/storefront/prices${wanted ? `?currency=${wanted}` : ''}`, {
    keepsPrevious: true,
  })
  const { days = 30, currencies = [], currency = null, prices = [], count = 0 } = query.data ?? {}
  return (
    <div className="flex flex-col gap-y-3">
      <div>
        <Heading>Price ledger</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          In the European Union, a crossed-out price must not be above the lowest price of the {days} days before the
          reduction.
        </Text>
      </div>
      <List
        title="Currencies"
        about="The numbers are variants. Prices that were reduced before the shop recorded prices are not checked."
        empty="No price is known yet. The shop records prices when it has read its catalog."
        query={query.error || query.isPending ? query : counts}
        columns={['Currency', 'Prices known since', 'Crossed out', 'Too high', 'Not checked']}
        rows={currencies.map(({ currency: code, since }) => {
          const {
            crossedOut = '…',
            tooHigh = '…',
            notChecked = '…',
          } = counts.data?.currencies.find((one) => one.currency === code) ?? {}
          return {
            key: code,
            cells: [
              code,
              toDay(since),
              crossedOut,
              Number(tooHigh) > 0 ? (
                <Badge key="high" size="2xsmall" color="red">
                  {tooHigh}
                </Badge>
              ) : (
                tooHigh
              ),
              notChecked,
            ],
          }
        })}
      />
      <List
        title={currency ? `Crossed-out prices in ${currency}` : 'Crossed-out prices'}
        about={
          prices.length < count
            ? `The first ${prices.length} of ${count}. npm run prices:check lists all that are too high.`
            : 'Variants of a product with the same prices are one row.'
        }
        empty="No price is crossed out."
        query={query}
        count={count}
        action={
          currency ? (
            <Select size="small" value={currency} onValueChange={setChosen}>
              <Select.Trigger aria-label="Currency" className="w-24">
                <Select.Value />
              </Select.Trigger>
              <Select.Content>
                {currencies.map((one) => (
                  <Select.Item key={one.currency} value={one.currency}>
                    {one.currency}
                  </Select.Item>
                ))}
              </Select.Content>
            </Select>
          ) : null
        }
        columns={['Product', 'Price', 'Crossed out', 'Since', `Lowest of ${days} days before`, 'Verdict']}
        rows={prices.map((price) => ({
          key: `${price.region_id} ${price.product_id} ${price.skus.join(' ')}`,
          cells: toCells(price),
        }))}
      />
    </div>
  )
}

function toCells(price: CheckedPrice) {
  const { product_id, handle, skus, region, currency, amount, crossedOut, since, lowest, isTooHigh } = price
  const money = (hundredths: number): string => toMoney(hundredths / 100, currency)
  return [
    <div key="product">
      <PageLink to={`/products/${product_id}`}>{handle}</PageLink>
      <Small>
        {skus.length > 1 ? `${skus.length} variants` : skus[0] || 'a variant without SKU'}
        {region ? `, ${region}` : ''}
      </Small>
    </div>,
    money(amount),
    <span key="crossed" className={isTooHigh ? 'text-ui-fg-error font-medium' : undefined}>
      {money(crossedOut)}
    </span>,
    <OneLine key="since">{toDay(since)}</OneLine>,
    lowest ? (
      <div key="lowest">
        {money(lowest.amount)}
        <Small>from {toDay(lowest.since)}</Small>
      </div>
    ) : (
      '–'
    ),
    <Badge
      key="verdict"
      size="2xsmall"
      color={isTooHigh ? 'red' : lowest ? 'green' : 'grey'}
      className="whitespace-nowrap"
    >
      {isTooHigh ? 'too high' : lowest ? 'in order' : 'not checked'}
    </Badge>,
  ]
}

function Small({ children }: { children: ReactNode }) {
  return <div className="txt-compact-xsmall text-ui-fg-muted">{children}</div>
}
