import type { FooterColumn } from '../shell/load-root.ts'
import type { Speaker, Thing } from './page-meta.ts'

const RETURNS = '/policies/return-policy'

/**
 * Who keeps the shop, and how one looks for something in it.
 * @param footer of its pages: of returns is told where there is a page about them
 */
export function homeData(footer: readonly FooterColumn[], { origin, brand, locale, address }: Speaker): Thing[] {
  const hasReturns = footer.some(({ links }) => links.some(({ path }) => path === RETURNS))
  const url = address('/')
  return [
    {
      '@type': 'Organization',
      name: brand,
      url,
      logo: `${origin}/icon-512.png`,
      ...(hasReturns
        ? { hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy', merchantReturnLink: address(RETURNS) } }
        : {}),
    },
    {
      '@type': 'WebSite',
      name: brand,
      url,
      inLanguage: locale,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${address('/search')}?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
