import { useLocation } from 'react-router'

import { localePath, splitLocalePath, LOCALES, type Locale, LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import { shareImageUrl, SHARE_IMAGE } from '#shared/images/image-url.ts'
import { shorten } from '#shared/text/shorten.ts'

import { usePage } from './page-context.tsx'

/** Search engines show about half of this many characters. */
const DESCRIPTION_LENGTH = 320

interface PageHeadProps {
  /** Without the shop's name, which is appended. */
  title: string
  brandFirst?: boolean
  description?: string
  /** Its source. Default: the shop's own image. */
  image?: string
  kind?: 'website' | 'article' | 'product'
  noindex?: boolean
  /** The query of the canonical URL, including its question mark. */
  query?: string
  /** The page exists in these languages. Empty for an error page. */
  languages?: readonly Locale[]
}

/** React moves these elements into the head. */
export function PageHead({
  title: own,
  brandFirst,
  description: text,
  image,
  kind = 'website',
  noindex,
  query = '',
  languages = LOCALES,
}: PageHeadProps) {
  const { origin, locale, brand } = usePage()
  const title = brandFirst ? `${brand} · ${own}` : `${own} · ${brand}`
  const description = text && shorten(text, DESCRIPTION_LENGTH)
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
          image={shareImageUrl(origin, image)}
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
  url: string
  image: string
  kind: string
}

/** Rendered only on the server, because the crawlers that read it run no scripts. */
function ShareMeta({ brand, locale, title, description, url, image, kind }: ShareMetaProps) {
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

function openGraphTag(locale: Locale): string {
  return LANGUAGE_TAGS[locale].replace('-', '_')
}
