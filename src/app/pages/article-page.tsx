import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ContentHead } from '../content/content-head.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'
import { ArticleRoom } from '../courses/article-room.tsx'

export function loader(args: LoaderFunctionArgs): Promise<ContentPageData> {
  return loadContentPage(args, { layout: 'courses', withNeighbours: true })
}

export function Component() {
  const page = useLoaderData<ContentPageData>()
  return (
    <>
      <ContentHead page={page} kind="article" />
      <ArticleRoom page={page} />
    </>
  )
}
