import { defineRouteConfig } from '@medusajs/admin-sdk'
import { Badge, Heading, Text } from '@medusajs/ui'

import { callMedusa } from '../../call-medusa.ts'
import { Code, List, PageLink, toTime, useMedusa } from '../../parts.tsx'

/** The answer of the storefront's `POST /api/_internal/staff/content`. */
interface Content {
  documents: number
  faults: { file: string; line: number; message: string }[]
  drafts: { file: string; locale: string; title: string }[]
  /** Of `content/site.yml`, if it has ended or ends within `endingDays`. */
  campaign: { name: string; to: string } | null
  endingDays: number
}

interface Product {
  id: string
  title: string
  status: string
  updated_at: string
}

interface Campaign {
  key: string
  name: string
  place: string
  /** A page of the dashboard; undefined for a file. */
  to?: string
  endsAt: string
}

interface MedusaCampaigns {
  price_lists: { id: string; title: string; status: string; ends_at: string | null }[]
  campaigns: { id: string; name: string; ends_at: string | null }[]
}

const DAY_MS = 86_400_000
const DAYS_BACK = 30
const LANGUAGES: Record<string, string> = { en: 'English', ru: 'Russian' }
const PRODUCTS =
  '/admin/products?status[]=draft&status[]=proposed&status[]=rejected&limit=100&order=-updated_at&fields=id,title,status,updated_at'
const PRICE_LISTS = '/admin/price-lists?limit=200&fields=id,title,status,ends_at'
const CAMPAIGNS = '/admin/campaigns?limit=200&fields=id,name,ends_at'

export const config = defineRouteConfig({ label: 'Content' })

export default function ContentPage() {
  const content = useMedusa<Content>('/admin/storefront/content')
  const products = useMedusa<{ products: Product[]; count: number }>(PRODUCTS)
  const inMedusa = useMedusa<MedusaCampaigns>(PRICE_LISTS, { read: readCampaigns })
  const { documents = 0, faults, drafts, endingDays = 0 } = content.data ?? {}
  return (
    <div className="flex flex-col gap-y-3">
      <div>
        <Heading>Content</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          The texts in the folder content/, as the storefront reads them now.
        </Text>
      </div>
      <List
        title="Mistakes"
        about="Dead links, missing translations, wrong fields, and texts that promise more than the prices keep."
        empty={`${documents} documents, all in order.`}
        query={content}
        columns={['File', 'Line', 'Mistake']}
        rows={faults?.map(({ file, line, message }) => ({
          key: `${file} ${line} ${message}`,
          cells: [
            <Code key="file" isWhole>
              {file}
            </Code>,
            line,
            message,
          ],
        }))}
      />
      <List
        title="Ending campaigns"
        about={
          content.data && `Those that end within ${endingDays} days, and those that ended in the last ${DAYS_BACK}.`
        }
        empty="No campaign ends soon or has just ended."
        query={content.error || content.isPending ? content : inMedusa}
        columns={['Campaign', 'Set in', 'Ends', 'State']}
        rows={endingCampaigns(content.data, inMedusa.data).map(({ key, name, place, to, endsAt }) => ({
          key,
          cells: [
            to ? (
              <PageLink key="name" to={to}>
                {name}
              </PageLink>
            ) : (
              name
            ),
            place,
            toTime(endsAt),
            <StateOfEnd key="state" endsAt={endsAt} />,
          ],
        }))}
      />
      <List
        title="Drafts"
        about="Pages that shoppers do not see yet."
        empty="There is no draft in content/."
        query={content}
        columns={['Title', 'Language', 'File']}
        rows={drafts?.map(({ file, title, locale }) => ({
          key: file,
          cells: [title, LANGUAGES[locale] ?? locale, <Code key="file">{file}</Code>],
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
        columns={['Product', 'Status', 'Changed']}
        rows={products.data?.products.map(({ id, title, status, updated_at }) => ({
          key: id,
          cells: [
            <PageLink key="title" to={`/products/${id}`}>
              {title}
            </PageLink>,
            status,
            toTime(updated_at),
          ],
        }))}
      />
    </div>
  )
}

async function readCampaigns(): Promise<MedusaCampaigns> {
  const [{ price_lists }, { campaigns }] = await Promise.all([
    callMedusa<Pick<MedusaCampaigns, 'price_lists'>>(PRICE_LISTS),
    callMedusa<Pick<MedusaCampaigns, 'campaigns'>>(CAMPAIGNS),
  ])
  return { price_lists, campaigns }
}

/** Of the content, of price lists and of promotions, the earliest first. */
function endingCampaigns(content: Content | undefined, medusa: MedusaCampaigns | undefined): Campaign[] {
  if (!content || !medusa) return []
  const { campaign, endingDays } = content
  const own = campaign ? [{ key: 'site', name: campaign.name, place: 'content/site.yml', endsAt: campaign.to }] : []
  const lists = medusa.price_lists.filter(({ status }) => status === 'active')
  const inMedusa = [
    ...lists.map(({ title, ...list }) => ({ ...list, name: title, place: 'Price lists', page: '/price-lists' })),
    ...medusa.campaigns.map((one) => ({ ...one, place: 'Campaigns', page: '/campaigns' })),
  ].flatMap(({ id, name, place, page, ends_at: endsAt }): Campaign[] =>
    endsAt === null ? [] : [{ key: id, name, place, to: `${page}/${id}`, endsAt }],
  )
  return [...own, ...inMedusa]
    .filter(({ endsAt }) => daysUntil(endsAt) <= endingDays && daysUntil(endsAt) >= -DAYS_BACK)
    .toSorted((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt))
}

function StateOfEnd({ endsAt }: { endsAt: string }) {
  const days = Math.ceil(daysUntil(endsAt))
  return (
    <Badge size="2xsmall" color={days <= 0 ? 'red' : 'orange'} className="whitespace-nowrap">
      {days <= 0 ? 'ended' : days === 1 ? 'within a day' : `in ${days} days`}
    </Badge>
  )
}

function daysUntil(iso: string): number {
  return (Date.parse(iso) - Date.now()) / DAY_MS
}
