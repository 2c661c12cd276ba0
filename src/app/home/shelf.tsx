import { useLingui } from '@lingui/react/macro'

import type { ProductCard } from '#shared/api/product.ts'

import { ProductGrid } from '../product/card/product-grid.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { Section } from '../ui/section.tsx'

/** One row of pieces of a collection; nothing at all where it is empty. */
export function Shelf({ title, cards }: { title: string; cards: readonly ProductCard[] }) {
  const to = useLocalePath()
  const { t } = useLingui()
  if (cards.length === 0) return null
  return (
    <Section title={title} more={{ href: to('/shop/viewAll'), label: t`See all pieces` }}>
      <ProductGrid cards={cards} isChoice />
    </Section>
  )
}
