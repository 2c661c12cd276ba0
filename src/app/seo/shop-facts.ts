import { LOCALES } from '#shared/i18n/locale.ts'

import type { FooterColumn } from '../shell/load-root.ts'
import type { Site, Thing } from './page-meta.ts'

const RETURNS = '/policies/return-policy'

/** @param footer the return policy is included if the footer links to it */
export function homeJsonLd(footer: readonly FooterColumn[], site: Site): Thing[] {
  const { brand, locale, address } = site
  return [
    organization(footer, site),
    {
      '@type': 'WebSite',
      name: brand,
      url: address('/'),
      inLanguage: locale,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${address('/search')}?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

export function organization(footer: readonly FooterColumn[], { origin, brand, operator, address }: Site): Thing {
  const hasReturns = footer.some(({ links }) => links.some(({ path }) => path === RETURNS))
  const { company, taxNumber, email, phone, address: postal } = operator
  return {
    '@type': 'Organization',
    name: brand,
    legalName: company,
    url: address('/'),
    logo: `${origin}/icon-512.png`,
    email,
    ...(taxNumber ? { taxID: taxNumber } : {}),
    address: {
      '@type': 'PostalAddress',
      streetAddress: postal.street,
      addressLocality: postal.city,
      postalCode: postal.postalCode,
      addressCountry: postal.country,
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      url: address('/contact'),
      email,
      ...(phone ? { telephone: phone } : {}),
      availableLanguage: [...LOCALES],
    },
    ...(hasReturns
      ? { hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy', merchantReturnLink: address(RETURNS) } }
      : {}),
  }
}
