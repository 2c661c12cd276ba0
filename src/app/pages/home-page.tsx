import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ContentHead } from '../content/content-head.tsx'
import { ContentRoom } from '../content/content-room.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'
import { FeedLink } from '../courses/feed-link.tsx'

export function loader(args: LoaderFunctionArgs): Promise<ContentPageData> {
  return loadContentPage(args)
}

export function Component() {
  const page = useLoaderData<ContentPageData>()
  return (
    <>
      <ContentHead page={page} brandFirst />
      <FeedLink />
      <ContentRoom page={page} />
    </>
  )
}
