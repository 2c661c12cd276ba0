import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ContentHead } from '../content/content-head.tsx'
import { ArticleView } from '../content/journal/article-view.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'
import { articleJsonLd } from '../seo/article-json-ld.ts'
import { contentJsonLd } from '../seo/content-json-ld.ts'
import { contentAddress, type PageMeta } from '../seo/page-meta.ts'

export function loader(args: LoaderFunctionArgs): Promise<ContentPageData> {
  return loadContentPage(args, { layout: 'courses', withSurrounding: true })
}

export const meta: PageMeta<ContentPageData> = {
  address: contentAddress,
  jsonLd: ({ data, site }) => [articleJsonLd(data, site), ...contentJsonLd(data, site)],
}

export function Component() {
  const page = useLoaderData<ContentPageData>()
  return (
    <>
      <ContentHead page={page} kind="article" />
      <ArticleView page={page} />
    </>
  )
}
