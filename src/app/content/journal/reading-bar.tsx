import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'

import { useLocalePath } from '../../routing/page-context.tsx'
import { FEED, FeedLink } from './feed-link.tsx'

/** The bar of the courses layout. It shows the reading progress if the browser has scroll-driven animations. */
export function ReadingBar() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { pathname } = useLocation()
  const all = to('/blogs')
  const isArticle = pathname !== all
  return (
    <div className="border-b border-line print:hidden">
      <FeedLink />
      {isArticle ? <div className="reading-progress" /> : null}
      <nav aria-label={t`Journal`} className="page-width flex min-h-12 items-center justify-between text-sm">
        <a
          href={all}
          aria-current={isArticle ? undefined : 'page'}
          className="inline-flex min-h-12 items-center border-b border-transparent text-quiet hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
        >
          <Trans>All articles</Trans>
        </a>
        {/* `target` keeps the router from handling the link: the feed is not a page of the app. */}
        <a
          href={to(FEED)}
          type="application/rss+xml"
          target="_top"
          className="inline-flex min-h-12 items-center text-quiet hover:text-ink"
        >
          <Trans>RSS feed</Trans>
        </a>
      </nav>
    </div>
  )
}
