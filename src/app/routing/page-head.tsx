import { useLocation } from 'react-router'

import { localePath, splitLocalePath } from '#shared/i18n/locale-path.ts'
import { LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { usePage } from './page-context.tsx'

interface PageHeadProps {
  /** The page's own; the shop's name is put behind it. */
  title: string
  /** Puts the shop's name in front, as on its home page. */
  brandFirst?: boolean
  description?: string
  /** Address of a picture for people who share the page, absolute or from our origin. */
  image?: string
  /** Kept out of search engines. */
  noindex?: boolean
  /** What the page is to those who share it. */
  type?: 'article'
  /** The languages that the page is there in. */
  languages?: readonly Locale[]
}

/** Title and links of the document's head; React hoists them wherever the page renders this. */
export function PageHead({
  title: own,
  brandFirst,
  description,
  image,
  noindex,
  type,
  languages = LOCALES,
}: PageHeadProps) {
  const { origin, locale, brand } = usePage()
  const title = brandFirst ? `${brand} · ${own}` : `${own} · ${brand}`
  const { pathname, search } = useLocation()
  const { path } = splitLocalePath(pathname)
  const address = (target: Locale) => `${origin}${localePath(target, path)}${ownQuery(search)}`
  return (
    <>
      <title>{title}</title>
      {description ? <meta name="description" content={description} /> : null}
      <meta property="og:title" content={title} />
      {description ? <meta property="og:description" content={description} /> : null}
      {type ? <meta property="og:type" content={type} /> : null}
      {image ? <meta property="og:image" content={new URL(image, origin).href} /> : null}
      {noindex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={address(locale)} />
          {languages.map((target) => (
            <link key={target} rel="alternate" hrefLang={LANGUAGE_TAGS[target]} href={address(target)} />
          ))}
          {languages.includes('en') ? <link rel="alternate" hrefLang="x-default" href={address('en')} /> : null}
        </>
      )}
    </>
  )
}

/** Of a page's query only its number makes another page; the rest are ways of looking at the same one. */
function ownQuery(search: string): string {
  const page = new URLSearchParams(search).get('page')
  return page && page !== '1' ? `?page=${encodeURIComponent(page)}` : ''
}
