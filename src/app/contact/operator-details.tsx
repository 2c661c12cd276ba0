import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { addressLines } from '#shared/country/address-lines.ts'
import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { usePage } from '../routing/page-context.tsx'

export function OperatorDetails() {
  const { t } = useLingui()
  const { locale, operator } = usePage()
  const { company, address, companyNumber, taxNumber, email, phone, hours } = operator
  const country = new Intl.DisplayNames([LANGUAGE_TAGS[locale]], { type: 'region' }).of(address.country)
  const lines = addressLines(
    {
      address_1: address.street,
      city: address.city,
      postal_code: address.postalCode,
      country_code: address.country,
    },
    country,
  )
  return (
    <dl className="flex flex-col gap-6">
      {phone ? (
        <Detail title={t`Phone`}>
          <a href={`tel:${phone.replaceAll(' ', '')}`} className="quiet-link inline-flex min-h-11 items-center">
            {phone}
          </a>
          {hours ? <span className="block text-sm text-quiet">{hours[locale]}</span> : null}
        </Detail>
      ) : null}
      <Detail title={t`Email`}>
        <a href={`mailto:${email}`} className="quiet-link inline-flex min-h-11 items-center break-all">
          {email}
        </a>
      </Detail>
      <Detail title={t`Address`}>
        {[company, ...lines].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Detail>
      {companyNumber ? <Detail title={t`Company number`}>{companyNumber}</Detail> : null}
      {taxNumber ? <Detail title={t`Tax number`}>{taxNumber}</Detail> : null}
    </dl>
  )
}

function Detail({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label-caps mb-1 text-gold">{title}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
