import { useLocation } from 'react-router'

import { localePath, splitLocalePath, LOCALES, type Locale, LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import { shareImagePath, type Shared, type ShareKind, SHARE_IMAGE } from '#shared/images/image-url.ts'

import { usePage } from './page-context.tsx'

interface PageHeadProps {
  /** The page's own; the shop's name is put behind it. */
  title: string
  /** Puts the shop's name in front, as on its home page. */
  brandFirst?: boolean
  description?: string | undefined
  /** Whose image stands beside a link to the page; the shop's own where nothing is said. */
  shared?: Shared | undefined
  /** What the page is to those who share it. */
  kind?: ShareKind
  /** Kept out of search engines. */
  noindex?: boolean
  /** Of the query what makes another page of it, with its question mark. */
  query?: string
  /** The languages that the page is there in; none where there is no page. */
  languages?: readonly Locale[]
}

/** Title and links of the document's head; React hoists them wherever the page renders this. */
export function PageHead({
  title: own,
  brandFirst,
  description,
  shared,
  kind = 'website',
  noindex,
  query = '',
  languages = LOCALES,
}: PageHeadProps) {
  const { origin, locale, brand } = usePage()
  const title = brandFirst ? `${brand} · ${own}` : `${own} · ${brand}`
  const { path } = splitLocalePath(useLocation().pathname)
  const address = (target: Locale) => origin + localePath(target, path) + query
  return (
    <>
      <title>{title}</title>
      {description ? <meta name="description" content={description} /> : null}
      {noindex ? <meta name="robots" content="noindex" /> : null}
      {languages.length > 0 ? <link rel="canonical" href={address(locale)} /> : null}
      {languages.map((target) => (
        <link key={target} rel="alternate" hrefLang={target} href={address(target)} />
      ))}
      {languages.includes('en') ? <link rel="alternate" hrefLang="x-default" href={address('en')} /> : null}
      {import.meta.env.SSR && languages.length > 0 ? (
        <ShareMeta
          {...{ brand, locale, title, description, kind }}
          url={address(locale)}
          picture={origin + shareImagePath(locale, shared)}
        />
      ) : null}
    </>
  )
}

interface ShareMetaProps {
  brand: string
  locale: Locale
  title: string
  description: string | undefined
  /** The page's own address, absolute. */
  url: string
  /** Address of its image, absolute. */
  picture: string
  kind: ShareKind
}

/** What a page looks like where someone shares it. For the server alone: the reader of it runs no script. */
function ShareMeta({ brand, locale, title, description, url, picture: image, kind }: ShareMetaProps) {
  return (
    <>
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={brand} />
      <meta property="og:title" content={title} />
      {description ? <meta property="og:description" content={description} /> : null}
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={openGraphTag(locale)} />
      {LOCALES.filter((other) => other !== locale).map((other) => (
        <meta key={other} property="og:locale:alternate" content={openGraphTag(other)} />
      ))}
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(SHARE_IMAGE.width)} />
      <meta property="og:image:height" content={String(SHARE_IMAGE.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Written with another line than everywhere else. */
function openGraphTag(locale: Locale): string {
  return LANGUAGE_TAGS[locale].replace('-', '_')
}
