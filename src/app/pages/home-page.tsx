import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { FeedLink } from '../blog/feed-link.tsx'
import { ContentHead } from '../content/content-head.tsx'
import { ContentView } from '../content/content-view.tsx'
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
