import { useLingui } from '@lingui/react/macro'

import { BRAND_NAME } from '#shared/site/brand.ts'

import { useLocalePath } from '../routing/page-context.tsx'

export const FEED = '/blogs/rss.xml'

/** Lets a reader's program find the journal's feed. */
export function FeedLink() {
  const { t } = useLingui()
  const to = useLocalePath()
  return <link rel="alternate" type="application/rss+xml" title={t`${BRAND_NAME} · Journal`} href={to(FEED)} />
}
