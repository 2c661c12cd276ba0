import { useLingui } from '@lingui/react/macro'

import { CategoryTiles as Tiles } from '../../listing/category-tiles.tsx'
import { useCategories } from '../../listing/use-categories.ts'
import { ProductGrid } from '../../product/card/product-grid.tsx'
import { cardsQuery, handlesOf, limitOf } from '../load-parts.ts'
import { usePageSetting } from '../page-setting.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { PartSection } from '../part-base/part-section.tsx'
import { textProp } from '../tree/read-nodes.ts'
import { useLink } from '../tree/use-link.ts'

/** Of a collection or a category, or products that the author named. */
export function ProductCards({ part }: PartProps) {
  const { t } = useLingui()
  const link = useLink()
  const { cards, products } = usePageSetting().parts
  const [list] = cardsQuery(part) ?? []
  const shown = list
    ? (cards[list[0]] ?? [])
    : handlesOf(part)
        .flatMap((handle) => products[handle] ?? [])
        .slice(0, limitOf(part, 12))
  const more = textProp(part, 'more')
  if (shown.length === 0) return null
  return (
    <PartSection
      title={textProp(part, 'title')}
      more={more ? { href: link(more).href, label: textProp(part, 'moreLabel') ?? t`Shop all` } : undefined}
    >
      <ProductGrid cards={shown} isChoice />
    </PartSection>
  )
}

export function CategoryTiles({ part }: PartProps) {
  return (
    <PartSection title={textProp(part, 'title')}>
      <Tiles categories={useCategories()} />
    </PartSection>
  )
}
