import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { BRAND_NAME } from '#shared/site/brand.ts'

import { ContentHead } from '../content/content-head.tsx'
import { ContentRoom } from '../content/content-room.tsx'
import { loadContentPage, type ContentPageData } from '../content/load-content-page.ts'

export function loader(args: LoaderFunctionArgs): Promise<ContentPageData> {
  return loadContentPage(args)
}

export function Component() {
  const page = useLoaderData<ContentPageData>()
  return (
    <>
      <ContentHead page={page} title={`${BRAND_NAME} · ${page.document.title}`} />
      <ContentRoom page={page} />
    </>
  )
}
