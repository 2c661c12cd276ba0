import { useLingui } from '@lingui/react/macro'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'

export const FEED = '/blogs/rss.xml'

/** Lets feed readers discover the RSS feed of the journal. */
export function FeedLink() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { brand } = usePage()
  return <link rel="alternate" type="application/rss+xml" title={t`${brand} · Journal`} href={to(FEED)} />
}
