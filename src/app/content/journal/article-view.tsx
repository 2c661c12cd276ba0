import { Trans, useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons.tsx'
import { ArticleFacts } from '../article/article-facts.tsx'
import { toArticle, type Article } from '../article/article.ts'
import { ContentView } from '../content-view.tsx'
import type { ContentPageData } from '../load-content-page.ts'

export function ArticleView({ page }: { page: ContentPageData }) {
  const article = toArticle(page.document)
  const [before, after] = page.surrounding
  return (
    <article>
      <ContentView
        page={page}
        lead={
          <>
            {article.description ? <p className="mt-5 text-lg text-quiet">{article.description}</p> : null}
            <ArticleFacts article={article} className="mt-5" />
          </>
        }
      >
        <MoreArticles before={before} after={after} />
      </ContentView>
    </article>
  )
}

function MoreArticles({ before, after }: { before: Article | null; after: Article | null }) {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <nav aria-label={t`More articles`} className="words-width pt-16 md:pt-24">
      <div className="grid border-t border-line sm:grid-cols-2">
        {before ? (
          <a href={to(before.path)} rel="prev" className="group flex flex-col gap-1.5 py-6 sm:pr-6">
            <span className="flex items-center gap-2 text-sm text-quiet">
              <ArrowLeftIcon className="size-4 transition-transform duration-200 group-hover:-translate-x-1" />
              <Trans>Previous article</Trans>
            </span>
            <span className="display text-xl group-hover:text-gold">{before.title}</span>
          </a>
        ) : null}
        {after ? (
          <a
            href={to(after.path)}
            rel="next"
            className="group flex flex-col items-end gap-1.5 py-6 text-right max-sm:border-t max-sm:border-line sm:col-start-2 sm:pl-6"
          >
            <span className="flex items-center gap-2 text-sm text-quiet">
              <Trans>Next article</Trans>
              <ArrowRightIcon className="size-4 transition-transform duration-200 group-hover:translate-x-1" />
            </span>
            <span className="display text-xl group-hover:text-gold">{after.title}</span>
          </a>
        ) : null}
      </div>
      <p className="border-t border-line pt-5">
        <a href={to('/blogs')} className="quiet-link inline-flex min-h-11 items-center text-sm">
          <Trans>All articles</Trans>
        </a>
      </p>
    </nav>
  )
}
