import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ContentHead } from '../content/content-head.tsx'
import { ContentView } from '../content/content-view.tsx'
import { FeedLink } from '../content/journal/feed-link.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'
import { contentJsonLd } from '../seo/content-json-ld.ts'
import { contentAddress, type PageMeta } from '../seo/page-meta.ts'
import { homeJsonLd } from '../seo/shop-facts.ts'

export function loader(args: LoaderFunctionArgs): Promise<ContentPageData> {
  return loadContentPage(args)
}

export const meta: PageMeta<ContentPageData> = {
  address: contentAddress,
  jsonLd: ({ data, root, site }) => [...homeJsonLd(root.footer, site), ...contentJsonLd(data, site)],
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
