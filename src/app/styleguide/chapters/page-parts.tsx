import type { ShownCard } from '#shared/product/shown-product.ts'

import { ContentBody } from '../../content/content-body.tsx'
import { NO_PARTS } from '../../content/load-parts.ts'
import { PageSettingProvider } from '../../content/page-setting.tsx'
import { blockMessages } from '../block-messages.ts'
import { sampleNodes } from '../part-samples.ts'
import type { ShownProducts } from '../pick-products.ts'
import { useGuideMessages } from '../use-guide-messages.ts'

export function PageParts({ products }: { products: ShownProducts }) {
  const { locale } = useGuideMessages()
  const text = blockMessages(locale)
  const cards = Object.values<ShownCard>({ ...products })
  const handles = cards.slice(0, 3).map(({ handle }) => handle)
  const sample = { name: text.quoteName, words: text.quoteText, rating: 4 }
  const parts = {
    ...NO_PARTS,
    products: Object.fromEntries(cards.map((card) => [card.handle, card])),
    testimonials: [sample, { ...sample, name: `${text.quoteName} 2`, rating: 5 }],
  }
  return (
    <PageSettingProvider value={{ parts, isText: true }}>
      <ContentBody nodes={sampleNodes(text, handles)} />
    </PageSettingProvider>
  )
}
