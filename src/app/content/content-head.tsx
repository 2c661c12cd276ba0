import { imageUrl } from '#shared/images/image-url.ts'
import { BRAND_NAME } from '#shared/site/brand.ts'

import { PageHead } from '../routing/page-head.tsx'
import type { ContentPageData } from './load-content-page.ts'
import { toPicture } from './to-picture.ts'

interface ContentHeadProps {
  page: Pick<ContentPageData, 'document' | 'languages'>
  /** The whole title, where it is not the page's with the shop's name. */
  title?: string
  type?: 'article'
}

/** What search engines and those who share a page of words are told. */
export function ContentHead({ page: { document, languages }, title, type }: ContentHeadProps) {
  const { title: own, description, picture: named, noindex } = document
  const picture = toPicture(named)
  return (
    <PageHead
      title={title ?? `${own} · ${BRAND_NAME}`}
      {...(description ? { description } : {})}
      {...(picture ? { image: imageUrl(picture.url, 1280) } : {})}
      {...(type ? { type } : {})}
      noindex={noindex === true}
      languages={languages}
    />
  )
}
