import { LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { SHARE_IMAGE, type ShareKind } from '#shared/images/image-url.ts'

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
export function ShareMeta({ brand, locale, title, description, url, picture: image, kind }: ShareMetaProps) {
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
