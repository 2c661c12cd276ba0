import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Text } from '@medusajs/ui'

import { Subtle, toDay, useMedusa, Widget } from '../parts.tsx'

interface PackedOrder {
  /** The number that the buyer sees. Medusa's own page shows only its sequence number. */
  custom_display_id: string | null
  metadata: {
    gift?: { wrap: boolean; message: string | null; hide_prices: boolean; needed_by: string | null }
  } | null
  items: { title: string; product_title: string | null; metadata: { engraving?: string } | null }[]
}

export const config = defineWidgetConfig({ zone: 'order.details.side.before' })

export default function Packing({ data: { id } }: { data: { id: string } }) {
  const query = useMedusa<{ order: PackedOrder }>(
    `/admin/orders/${id}?fields=id,custom_display_id,metadata,items.id,items.title,items.product_title,items.metadata`,
  )
  const { custom_display_id: number, metadata, items = [] } = query.data?.order ?? {}
  const gift = metadata?.gift
  const facts = [
    ['Gift wrap', gift?.wrap && 'Yes'],
    ['Card', gift?.message],
    ['Prices', gift?.hide_prices && 'No prices in the parcel'],
    ['Needed by', gift?.needed_by && toDay(gift.needed_by)],
    ...items.map(({ title, product_title: name, metadata: own }) => [`Engraving, ${name ?? title}`, own?.engraving]),
  ].filter(([, value]) => value)
  return (
    <Widget title="Packing" query={query}>
      {number ? <Subtle className="px-6 py-4">The buyer’s order number: {number}</Subtle> : null}
      {facts.length === 0 ? (
        <Subtle className="px-6 py-4">Nothing special: no gift options and no engraving.</Subtle>
      ) : (
        facts.map(([name, value]) => (
          <div key={String(name)} className="grid grid-cols-2 px-6 py-4">
            <Text size="small" weight="plus">
              {name}
            </Text>
            <Text size="small" className="break-words whitespace-pre-wrap">
              {value}
            </Text>
          </div>
        ))
      )}
    </Widget>
  )
}
