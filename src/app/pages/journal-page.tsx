import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { Article } from '../content/article/article.ts'
import { ContentHead } from '../content/content-head.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'
import { JournalRoom } from '../courses/journal-room.tsx'
import { loadArticles } from '../courses/load-articles.ts'

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
      <JournalRoom page={page} articles={articles} />
    </>
  )
}
