import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ContentHead } from '../content/content-head.tsx'
import { ContentView } from '../content/content-view.tsx'
import { FeedLink } from '../content/journal/feed-link.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'

export function loader(args: LoaderFunctionArgs): Promise<ContentPageData> {
  return loadContentPage(args)
}

export function Component() {
  const page = useLoaderData<ContentPageData>()
  return (
    <>
      <ContentHead page={page} brandFirst />
      <FeedLink />
      <ContentView page={page} />
    </>
  )
}
