import { defineRouteConfig } from '@medusajs/admin-sdk'
import type { HttpTypes } from '@medusajs/framework/types'
import { Badge, Heading } from '@medusajs/ui'

import { Code, List, PageLink, Subtle, toTime, useMedusa } from '../../parts.tsx'

/** The answer of the storefront's `POST /api/_internal/staff/content`. */
interface Content {
  documents: number
  faults: { file: string; line: number; message: string }[]
  drafts: { file: string; locale: string; title: string }[]
  /** Of `content/site.yml`, if it has ended or ends within `endingDays`. */
  campaign: { name: string; to: string } | null
  endingDays: number
}

interface Campaign {
  key: string
  name: string
  place: string
  /** A page of the dashboard; undefined for a file. */
  to?: string
  endsAt?: string | null
}

const DAY_MS = 86_400_000
const DAYS_BACK = 30
const LANGUAGES: Record<string, string> = { en: 'English', ru: 'Russian' }
const PRODUCTS =
  '/admin/products?status[]=draft&status[]=proposed&status[]=rejected&limit=100&order=-updated_at&fields=id,title,status,updated_at'

export const config = defineRouteConfig({ label: 'Content' })

export default function ContentPage() {
  const content = useMedusa<Content>('/admin/storefront/content')
  const products = useMedusa<HttpTypes.AdminProductListResponse>(PRODUCTS)
  const priceLists = useMedusa<HttpTypes.AdminPriceListListResponse>(
    '/admin/price-lists?limit=200&fields=id,title,status,ends_at',
  )
  const campaigns = useMedusa<HttpTypes.AdminCampaignListResponse>('/admin/campaigns?limit=200&fields=id,name,ends_at')
  const { documents = 0, faults, drafts, campaign, endingDays = 0 } = content.data ?? {}

  const reads = [content, priceLists, campaigns]
  const all: Campaign[] = [
    ...(campaign ? [{ key: 'site', name: campaign.name, place: 'content/site.yml', endsAt: campaign.to }] : []),
    ...(priceLists.data?.price_lists ?? [])
      .filter(({ status }) => status === 'active')
      .map(({ id, title: name, ends_at: endsAt }) => ({
        key: id,
        name,
        place: 'Price lists',
        to: `/price-lists/${id}`,
        endsAt,
      })),
    ...(campaigns.data?.campaigns ?? []).map(({ id, name, ends_at: endsAt }) => ({
      key: id,
      name,
      place: 'Campaigns',
      to: `/campaigns/${id}`,
      endsAt,
    })),
  ]
  const ending = all
    .flatMap(({ endsAt, ...one }) => (endsAt ? [{ ...one, endsAt, days: daysUntil(endsAt) }] : []))
    .filter(({ days }) => days <= endingDays && days >= -DAYS_BACK)
    .toSorted((a, b) => a.days - b.days)

  return (
    <div className="flex flex-col gap-y-3">
      <div>
        <Heading>Content</Heading>
        <Subtle>The texts in the folder content/, as the storefront reads them now.</Subtle>
      </div>
      <List
        title="Mistakes"
        about="Dead links, missing translations, wrong fields, and texts that promise more than the prices keep."
        empty={`${documents} documents, all in order.`}
        query={content}
        rows={faults?.map(({ file, line, message }) => ({
          key: `${file} ${line} ${message}`,
          cells: { File: <Code isWhole>{file}</Code>, Line: line, Mistake: message },
        }))}
      />
      <List
        title="Ending campaigns"
        about={
          content.data && `Those that end within ${endingDays} days, and those that ended in the last ${DAYS_BACK}.`
        }
        empty="No campaign ends soon or has just ended."
        query={reads.find(({ isSuccess }) => !isSuccess) ?? content}
        rows={(reads.every(({ isSuccess }) => isSuccess) ? ending : []).map(
          ({ key, name, place, to, endsAt, days }) => ({
            key,
            cells: {
              Campaign: to ? <PageLink to={to}>{name}</PageLink> : name,
              'Set in': place,
              Ends: toTime(endsAt),
              State: (
                <Badge size="2xsmall" color={days <= 0 ? 'red' : 'orange'} className="whitespace-nowrap">
                  {days <= 0 ? 'ended' : days <= 1 ? 'within a day' : `in ${Math.ceil(days)} days`}
                </Badge>
              ),
            },
          }),
        )}
      />
      <List
        title="Drafts"
        about="Pages that shoppers do not see yet."
        empty="There is no draft in content/."
        query={content}
        rows={drafts?.map(({ file, title, locale }) => ({
          key: file,
          cells: { Title: title, Language: LANGUAGES[locale] ?? locale, File: <Code>{file}</Code> },
        }))}
      />
      <List
        title="Products not published"
        about={
          products.data && products.data.products.length < products.data.count
            ? `Shoppers do not see them. The list has the ${products.data.products.length} that were changed last.`
            : 'Shoppers do not see them.'
        }
        empty="Every product is published."
        query={products}
        count={products.data?.count}
        rows={products.data?.products.map(({ id, title, status, updated_at: at }) => ({
          key: id,
          cells: {
            Product: <PageLink to={`/products/${id}`}>{title}</PageLink>,
            Status: status,
            Changed: at && toTime(at),
          },
        }))}
      />
    </div>
  )
}

function daysUntil(iso: string) {
  return (Date.parse(iso) - Date.now()) / DAY_MS
}
