import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Container, Heading, Text } from '@medusajs/ui'

import { toDay, useMedusa } from '../parts.tsx'

interface PackedOrder {
  /** The number that the buyer sees. Medusa's own page shows only its sequence number. */
  custom_display_id: string | null
  metadata: {
    gift?: { wrap: boolean; message: string | null; hide_prices: boolean; needed_by: string | null }
  } | null
  items: { id: string; title: string; product_title: string | null; metadata: { engraving?: string } | null }[]
}

export const config = defineWidgetConfig({ zone: 'order.details.side.before' })

export default function Packing({ data: { id } }: { data: { id: string } }) {
  const path = `/admin/orders/${id}?fields=id,custom_display_id,metadata,items.id,items.title,items.product_title,items.metadata`
  const { data, error } = useMedusa<{ order: PackedOrder }>(path)
  const gift = data?.order.metadata?.gift
  const facts: [name: string, value: string][] = [
    ...(gift?.wrap ? [['Gift wrap', 'Yes'] as [string, string]] : []),
    ...(gift?.message ? [['Card', gift.message] as [string, string]] : []),
    ...(gift?.hide_prices ? [['Prices', 'No prices in the parcel'] as [string, string]] : []),
    ...(gift?.needed_by ? [['Needed by', toDay(gift.needed_by)] as [string, string]] : []),
    ...(data?.order.items ?? []).flatMap(({ title, product_title: name, metadata }): [string, string][] =>
      metadata?.engraving ? [[`Engraving, ${name ?? title}`, metadata.engraving]] : [],
    ),
  ]
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">Packing</Heading>
        {data?.order.custom_display_id ? (
          <Text size="small" className="text-ui-fg-subtle">
            The buyer’s order number: {data.order.custom_display_id}
          </Text>
        ) : null}
      </div>
      {error || facts.length === 0 ? (
        <Text size="small" className="px-6 py-4 text-ui-fg-subtle">
          {error ? error.message : data ? 'Nothing special: no gift options and no engraving.' : 'Loading…'}
        </Text>
      ) : (
        facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-2 px-6 py-4">
            <Text size="small" weight="plus">
              {name}
            </Text>
            <Text size="small" className="break-words whitespace-pre-wrap">
              {value}
            </Text>
          </div>
        ))
      )}
    </Container>
  )
}
