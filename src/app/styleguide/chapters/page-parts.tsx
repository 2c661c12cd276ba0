import type { ShownCard } from '#shared/product/shown-card.ts'

import { ContentBody } from '../../content/content-body.tsx'
import { NO_PARTS } from '../../content/load-parts.ts'
import { PageSettingProvider } from '../../content/page-setting.tsx'
import { sampleNodes } from '../part-samples.ts'
import { partWords } from '../part-words.ts'
import type { ShownPieces } from '../pick-pieces.ts'
import { useWords } from '../use-words.ts'

/** What an author may put on a page of words, as a page shows it: across the whole width. */
export function PageParts({ pieces }: { pieces: ShownPieces }) {
  const { locale } = useWords()
  const words = partWords(locale)
  const cards = Object.values<ShownCard>({ ...pieces })
  const handles = cards.slice(0, 3).map(({ handle }) => handle)
  const sample = { name: words.quoteName, words: words.quoteText, rating: 4 }
  const parts = {
    ...NO_PARTS,
    pieces: Object.fromEntries(cards.map((card) => [card.handle, card])),
    testimonials: [sample, { ...sample, name: `${words.quoteName} 2`, rating: 5 }],
  }
  return (
    <PageSettingProvider value={{ parts, isText: true }}>
      <ContentBody nodes={sampleNodes(words, handles)} />
    </PageSettingProvider>
  )
}
