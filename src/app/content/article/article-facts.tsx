import { Plural } from '@lingui/react/macro'

import { usePage } from '../../routing/page-context.tsx'
import type { Article } from './article.ts'
import { formatDay } from './format-day.ts'

export function ArticleFacts({
  article: { date, readingMinutes },
  className,
}: {
  article: Article
  className: string
}) {
  const { locale } = usePage()
  if (date === undefined && readingMinutes === undefined) return null
  return (
    <p className={`dotted-row text-sm text-quiet ${className}`}>
      {date === undefined ? null : <time dateTime={date}>{formatDay(date, locale)}</time>}
      {readingMinutes === undefined ? null : (
        <span>
          <Plural value={readingMinutes} one="#-minute read" other="#-minute read" />
        </span>
      )}
    </p>
  )
}
