import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Badge, Container, Heading, Text } from '@medusajs/ui'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'

import { callMedusa } from '../call-medusa.ts'
import { Failure, Code } from '../parts.tsx'

interface Product {
  id: string
  handle: string
  status: string
  images: { id: string; url: string }[] | null
  categories: { id: string }[] | null
  variants: Variant[] | null
  options: { id: string; title: string; values: { id: string; value: string }[] | null }[] | null
}

interface Variant {
  id: string
  title: string
  metadata: { images?: string[] } | null
  images: { id: string }[] | null
  options: { value: string; option: { title: string } }[] | null
  prices: { currency_code: string }[] | null
  manage_inventory: boolean
  allow_backorder: boolean
  inventory_items: { inventory: { location_levels: { available_quantity: number }[] | null } | null }[] | null
}

interface Shop {
  origin: string
}

interface Texts {
  title?: string
  description?: string
  value?: string
}

interface Translations {
  translations: { reference_id: string; translations: Texts }[]
}

interface Regions {
  regions: { currency_code: string }[]
}

interface MeasuredImage {
  /** As Medusa names it: a URL or a file name. */
  source: string
  width: number | null
  height: number | null
  problem: string | null
}

const FIELDS = [
  'id,handle,status,images.id,images.url,categories.id',
  'variants.id,variants.title,variants.metadata,variants.images.id,variants.options.value,variants.options.option.title',
  'variants.prices.currency_code,variants.manage_inventory,variants.allow_backorder',
  'variants.inventory_items.inventory.location_levels.available_quantity',
  'options.id,options.title,options.values.id,options.values.value',
].join(',')
const REGIONS = '/admin/regions?limit=200&fields=currency_code'
const METAL = 'metal'
/** Medusa gives it to a product without choices. Shoppers do not see it. */
const DEFAULT_OPTION = 'Default option'
/** The storefront measures at most 200 at once, and has a minute for them. */
const MEASURED_AT_ONCE = 50

export const config = defineWidgetConfig({ zone: 'product.details.side.before' })

export default function InTheShop({ data: { id } }: { data: { id: string } }) {
  const path = `/admin/products/${id}?fields=${FIELDS}`
  // A form over the page has an address of its own. The dashboard does not read the product again after forms of stock
  // and translations.
  const { pathname } = useLocation()
  const { data, error, refetch } = useQuery({
    // The dashboard's key of the product comes first, so that it is read again after each change.
    queryKey: ['products', 'detail', id, path, pathname],
    staleTime: 0,
    placeholderData: (previous) => (previous?.product.id === id ? previous : undefined),
    queryFn: async () => {
      const [{ product }, { origin }, { regions }] = await Promise.all([
        callMedusa<{ product: Product }>(path),
        callMedusa<Shop>('/admin/storefront/shop'),
        callMedusa<Regions>(REGIONS),
      ])
      const russian = await readRussian([id, ...(product.options ?? []).flatMap(idsOf)])
      return { product, origin, russian, currencies: [...new Set(regions.map((region) => region.currency_code))] }
    },
  })
  const missing = data
    ? [
        ...listMissing(data.product, data.russian.get(id) ?? {}),
        ...listUnsellable(data.product, data.currencies),
        ...listUntranslated(data.product, data.russian),
      ]
    : []
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        In the shop
      </Heading>
      {error ? (
        <div className="pt-4">
          <Failure error={error} retry={refetch} />
        </div>
      ) : (
        <div className="flex flex-col gap-y-2 px-6 py-4">
          {data ? (
            (['en', 'ru'] as const).map((locale) => (
              <a
                key={locale}
                href={`${data.origin}/${locale}/shop/product/${data.product.handle}`}
                target="_blank"
                rel="noreferrer"
                className="txt-small text-ui-fg-interactive"
              >
                {locale === 'en' ? 'English page' : 'Russian page'}
              </a>
            ))
          ) : (
            <Text size="small" className="text-ui-fg-subtle">
              Loading…
            </Text>
          )}
          {missing.map((what) => (
            <Badge key={what} size="2xsmall" color="orange" className="w-fit">
              {what}
            </Badge>
          ))}
        </div>
      )}
      {data ? <Images sources={(data.product.images ?? []).map(({ url }) => url)} /> : null}
    </Container>
  )
}

function Images({ sources }: { sources: string[] }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['images', ...sources],
    queryFn: async () => measureImages(sources),
    enabled: sources.length > 0,
  })
  if (sources.length === 0) return null
  const bad = data?.filter(({ problem }) => problem !== null) ?? []
  if (error)
    return (
      <div className="pt-4">
        <Failure error={error} retry={refetch} />
      </div>
    )
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      {bad.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle">
          {data
            ? `${sources.length === 1 ? 'The image is' : `All ${sources.length} images are`} large enough, and not too large.`
            : 'Measuring the images…'}
        </Text>
      ) : (
        bad.map(({ source, width, height, problem }) => (
          <div key={source}>
            <Code>{source.slice(source.lastIndexOf('/') + 1)}</Code>
            <Text size="small" className="text-ui-fg-subtle">
              {width ? `${width} × ${height} pixels. ` : ''}
              {problem}
            </Text>
          </div>
        ))
      )}
    </div>
  )
}

async function measureImages(sources: readonly string[]): Promise<MeasuredImage[]> {
  const measured: MeasuredImage[] = []
  for (let from = 0; from < sources.length; from += MEASURED_AT_ONCE) {
    const group = sources.slice(from, from + MEASURED_AT_ONCE)
    const { images } = await callMedusa<{ images: MeasuredImage[] }>('/admin/storefront/images', { sources: group })
    measured.push(...images)
  }
  return measured
}

type Option = NonNullable<Product['options']>[number]

function idsOf({ id, values }: Option): string[] {
  return [id, ...(values ?? []).map((value) => value.id)]
}

async function readRussian(ids: readonly string[]): Promise<Map<string, Texts>> {
  const query = new URLSearchParams({ locale_code: 'ru-RU', limit: String(ids.length) })
  for (const id of ids) query.append('reference_id[]', id)
  const { translations } = await callMedusa<Translations>(`/admin/translations?${query}`)
  return new Map(translations.map((one) => [one.reference_id, one.translations]))
}

function listUnsellable({ variants }: Product, currencies: readonly string[]): string[] {
  const all = variants ?? []
  if (all.length === 0) return ['No variant: it cannot be bought']
  const nameOf = (bare: Variant[]): string => (bare.length === all.length ? '' : ` of ${listTitles(bare)}`)
  const unpriced = currencies.flatMap((currency) => {
    const bare = all.filter(({ prices }) => !prices?.some((price) => price.currency_code === currency))
    return bare.length === 0 ? [] : [`No price in ${currency.toUpperCase()}${nameOf(bare)}`]
  })
  const gone = all.filter((variant) => variant.manage_inventory && !variant.allow_backorder && !isInStock(variant))
  return [...unpriced, ...(gone.length === 0 ? [] : [`No stock${nameOf(gone)}`])]
}

function isInStock({ inventory_items: items }: Variant): boolean {
  const parts = items ?? []
  const stockOf = (part: (typeof parts)[number]): number =>
    (part.inventory?.location_levels ?? []).reduce((sum, { available_quantity: count }) => sum + count, 0)
  return parts.length > 0 && parts.every((part) => stockOf(part) > 0)
}

/** Most products have many variants. */
const MOST_TITLES = 3

function listTitles(variants: readonly Variant[]): string {
  const titles = variants.slice(0, MOST_TITLES).map(({ title }) => title)
  const more = variants.length - titles.length
  return `${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Numbers are the same in both languages, so they count as translated. */
function listUntranslated({ options }: Product, russian: ReadonlyMap<string, Texts>): string[] {
  return (options ?? []).flatMap(({ id, title, values }) => {
    if (title === DEFAULT_OPTION) return []
    const bare = (values ?? []).filter((one) => Number.isNaN(Number(one.value)) && !russian.get(one.id)?.value)
    return [
      ...(russian.get(id)?.title ? [] : [`No Russian name of the option ${title}`]),
      ...(bare.length > 0 ? [`No Russian value of ${title}: ${bare.map(({ value }) => value).join(', ')}`] : []),
    ]
  })
}

function listMissing(product: Product, russian: Texts): string[] {
  return [
    ...(product.status === 'published' ? [] : ['Not published: shoppers do not see it']),
    ...((product.images ?? []).length > 0 ? [] : ['No image']),
    ...listWithoutImage(product).map((what) => `No image of ${what}`),
    ...((product.categories ?? []).length > 0 ? [] : ['In no category: it is in no listing']),
    ...(russian.title ? [] : ['No Russian title']),
    ...(russian.description ? [] : ['No Russian description']),
  ]
}

/** Medusa gives an image of no variant to all of them. If every image is like that, nothing is missing. */
function listWithoutImage({ images, variants }: Product): string[] {
  const all = (variants ?? []).map((variant) => ({ variant, shown: imagesOf(variant, images ?? []) }))
  const own = (images ?? []).filter(({ id }) => !all.every(({ shown }) => shown.has(id)))
  if (!own.some(({ id }) => all.some(({ shown }) => shown.has(id)))) return []
  const bare = all.filter(({ shown }) => !own.some(({ id }) => shown.has(id))).map(({ variant }) => variant)
  const names = bare.map((variant) => {
    const metal = metalOf(variant)
    const isWholeMetal =
      metal !== undefined && all.every((one) => metalOf(one.variant) !== metal || bare.includes(one.variant))
    return isWholeMetal ? metal : variant.title
  })
  return [...new Set(names)]
}

/** As in the storefront, metadata may name URLs instead. */
function imagesOf({ metadata, images: own }: Variant, images: { id: string; url: string }[]): Set<string> {
  const urls = metadata?.images ?? []
  const ids = urls.length > 0 ? images.filter(({ url }) => urls.includes(url)) : (own ?? [])
  return new Set(ids.map(({ id }) => id))
}

function metalOf({ options }: Variant): string | undefined {
  return options?.find(({ option }) => option.title.toLowerCase() === METAL)?.value
}
