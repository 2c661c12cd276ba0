import { Trans, useLingui } from '@lingui/react/macro'

import { isElement } from '#content/document.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArticleCard } from '../article/article-card.tsx'
import type { Article } from '../article/article.ts'
import type { ContentPageData } from '../load-content-page.ts'
import { ContentTree } from '../tree/content-tree.tsx'

interface JournalViewProps {
  page: ContentPageData
  articles: readonly Article[]
}

export function JournalView({ page: { document, nodes }, articles }: JournalViewProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const texts = nodes.filter((node) => isElement(node) && node.tag !== 'h1')
  return (
    <>
      <header className="page-width pt-10 pb-10 md:pt-14 md:pb-14">
        <h1 className="display text-4xl lg:text-5xl">{document.title}</h1>
        <div className="prose-small mt-4 max-w-words text-lg text-quiet">
          {texts.length > 0 ? <ContentTree nodes={texts} /> : <p>{document.description}</p>}
        </div>
      </header>
      <div className="page-width">
        {articles.length === 0 ? (
          <EmptyState
            title={t`No articles yet`}
            text={t`The first article is on its way. Meanwhile, see what we’ve made.`}
          >
            <ButtonLink href={to('/shop/viewAll')}>
              <Trans>Shop all</Trans>
            </ButtonLink>
          </EmptyState>
        ) : (
          <ul className="grid gap-x-6 gap-y-14 md:grid-cols-2 lg:grid-cols-3 lg:gap-y-20">
            {articles.map((article, index) => (
              <li key={article.path}>
                <ArticleCard article={article} heading="h2" priority={index === 0} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
