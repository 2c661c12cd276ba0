import { useLingui } from '@lingui/react/macro'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'

export const FEED = '/blogs/rss.xml'

/** For feed readers that look for the journal's feed. */
export function FeedLink() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { brand } = usePage()
  return <link rel="alternate" type="application/rss+xml" title={t`${brand} · Journal`} href={to(FEED)} />
}
