import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { Article } from '../content/article/article.ts'
import { ContentHead } from '../content/content-head.tsx'
import { JournalView } from '../content/journal/journal-view.tsx'
import { loadArticles } from '../content/journal/load-articles.ts'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'
import { contentJsonLd } from '../seo/content-json-ld.ts'
import { listOf } from '../seo/listing-json-ld.ts'
import { contentAddress, type PageMeta } from '../seo/page-meta.ts'

interface JournalPageData extends ContentPageData {
  articles: Article[]
}

export async function loader(args: LoaderFunctionArgs): Promise<JournalPageData> {
  const [page, articles] = await Promise.all([loadContentPage(args, { layout: 'courses' }), loadArticles(args)])
  return { ...page, articles }
}

export const meta: PageMeta<JournalPageData> = {
  address: contentAddress,
  jsonLd: ({ data, site }) => {
    const paths = data.articles.map(({ path }) => path)
    return [listOf(paths, site), ...contentJsonLd(data, site)]
  },
}

export function Component() {
  const { articles, ...page } = useLoaderData<JournalPageData>()
  return (
    <>
      <ContentHead page={page} />
      <JournalView page={page} articles={articles} />
    </>
  )
}
