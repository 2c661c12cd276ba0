import type { FooterColumn } from '../shell/load-root.ts'
import type { Site, Thing } from './page-meta.ts'

const RETURNS = '/policies/return-policy'

/**
 * Creates the JSON-LD of the home page: the organization and its search.
 * @param footer the return policy is included if the footer links to it
 */
export function homeData(footer: readonly FooterColumn[], { origin, brand, locale, address }: Site): Thing[] {
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
