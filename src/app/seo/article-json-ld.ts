import { jpegUrl } from '#shared/images/image-url.ts'

import { toArticle } from '../content/article/article.ts'
import type { ContentPageData } from '../content/load-content-page.ts'
import type { Site, Thing } from './page-meta.ts'

/** The article in schema.org's terms for search engines. The shop is author and publisher. */
export function articleJsonLd(
  { document }: Pick<ContentPageData, 'document'>,
  { origin, brand, address }: Site,
): Thing {
  const { path, title, description, date, picture } = toArticle(document)
  const updated = document['updated']
  const shop = { '@type': 'Organization', name: brand, url: address('/') }
  return {
    '@type': 'Article',
    headline: title,
    ...(description ? { description } : {}),
    ...(picture ? { image: [jpegUrl(origin, picture.url, 1280)] } : {}),
    ...(date ? { datePublished: date, dateModified: typeof updated === 'string' ? updated : date } : {}),
    author: shop,
    publisher: shop,
    mainEntityOfPage: address(path),
  }
}
