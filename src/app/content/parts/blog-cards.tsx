import { useLingui } from '@lingui/react/macro'

import type { ContentElement } from '#content/document.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ArticleCard } from '../article/article-card.tsx'
import { usePageSetting } from '../page-setting.tsx'
import { PartSection } from '../part-base/part-section.tsx'
import { textProp } from '../tree/read-nodes.ts'

export function BlogCards({ parts }: { parts: readonly ContentElement[] }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { articles } = usePageSetting().parts
  const shown = parts.flatMap((part) => articles[textProp(part, 'path') ?? ''] ?? [])
  if (shown.length === 0) return null
  return (
    <PartSection title={t`From the journal`} more={{ href: to('/blogs'), label: t`All articles` }}>
      <ul className="grid gap-x-6 gap-y-12 md:grid-cols-3">
        {shown.map((article) => (
          <li key={article.path}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
    </PartSection>
  )
}
