import { PageHead } from '../routing/page-head.tsx'
import type { ContentPageData } from './load-content-page.ts'
import { toImage } from './to-image.ts'

interface ContentHeadProps {
  page: Pick<ContentPageData, 'document' | 'languages'>
  /** As on the home page. */
  brandFirst?: boolean
  kind?: 'article'
}

export function ContentHead({ page: { document, languages }, brandFirst, kind }: ContentHeadProps) {
  const { title, description, picture: named, noindex } = document
  const image = toImage(named)
  return (
    <PageHead
      title={title}
      brandFirst={brandFirst}
      description={description}
      image={image?.url}
      kind={kind}
      noindex={noindex === true}
      languages={languages}
    />
  )
}
