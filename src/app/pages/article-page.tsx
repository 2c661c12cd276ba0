import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ContentHead } from '../content/content-head.tsx'
import { ArticleView } from '../content/journal/article-view.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'

export function loader(args: LoaderFunctionArgs): Promise<ContentPageData> {
  return loadContentPage(args, { layout: 'courses', withSurrounding: true })
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
