import { imageUrl } from '#shared/images/image-url.ts'

import { PageHead } from '../routing/page-head.tsx'
import type { ContentPageData } from './load-content-page.ts'
import { toPicture } from './to-picture.ts'

interface ContentHeadProps {
  page: Pick<ContentPageData, 'document' | 'languages'>
  /** As on the home page. */
  brandFirst?: boolean
  type?: 'article'
}

/** What search engines and those who share a page of words are told. */
export function ContentHead({ page: { document, languages }, brandFirst, type }: ContentHeadProps) {
  const { title, description, picture: named, noindex } = document
  const picture = toPicture(named)
  return (
    <PageHead
      title={title}
      {...(brandFirst ? { brandFirst } : {})}
      {...(description ? { description } : {})}
      {...(picture ? { image: imageUrl(picture.url, 1280) } : {})}
      {...(type ? { type } : {})}
      noindex={noindex === true}
      languages={languages}
    />
  )
}
