import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ContentHead } from '../content/content-head.tsx'
import { ContentView } from '../content/content-view.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'
import { contentJsonLd } from '../seo/content-json-ld.ts'
import { contentAddress, type PageMeta } from '../seo/page-meta.ts'

export function loader(args: LoaderFunctionArgs): Promise<ContentPageData> {
  return loadContentPage(args)
}

export const meta: PageMeta<ContentPageData> = {
  address: contentAddress,
  jsonLd: ({ data, site }) => contentJsonLd(data, site),
}

export function Component() {
  const page = useLoaderData<ContentPageData>()
  return (
    <>
      <ContentHead page={page} />
      <ContentView page={page} />
    </>
  )
}
