import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { Article } from '../content/article/article.ts'
import { ContentHead } from '../content/content-head.tsx'
import { JournalView } from '../content/journal/journal-view.tsx'
import { loadArticles } from '../content/journal/load-articles.ts'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'

interface JournalPageData extends ContentPageData {
  articles: Article[]
}

export async function loader(args: LoaderFunctionArgs): Promise<JournalPageData> {
  const [page, articles] = await Promise.all([loadContentPage(args, { layout: 'courses' }), loadArticles(args)])
  return { ...page, articles }
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
