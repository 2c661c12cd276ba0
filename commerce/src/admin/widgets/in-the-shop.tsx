import { defineWidgetConfig } from '@medusajs/admin-sdk'
import type { HttpTypes } from '@medusajs/framework/types'
import { Badge } from '@medusajs/ui'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'

import { callMedusa } from '../call-medusa.ts'
import { Code, Failure, Subtle, Widget } from '../parts.tsx'

type Product = HttpTypes.AdminProduct
type Variant = HttpTypes.AdminProductVariant

interface Texts {
  title?: string
  description?: string
  value?: string
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
  const query = useQuery({
    // The dashboard's key of the product comes first, so that it is read again after each change.
    queryKey: ['products', 'detail', id, path, pathname],
    staleTime: 0,
    placeholderData: (previous) => (previous?.product.id === id ? previous : undefined),
    queryFn: async () => {
      const [{ product }, { origin }, { regions }] = await Promise.all([
        callMedusa<HttpTypes.AdminProductResponse>(path),
        callMedusa<{ origin: string }>('/admin/storefront/shop'),
        callMedusa<HttpTypes.AdminRegionListResponse>('/admin/regions?limit=200&fields=currency_code'),
      ])
      const russian = await readRussian([id, ...(product.options ?? []).flatMap(idsOf)])
      const currencies = [...new Set(regions.map((region) => region.currency_code))]
      const missing = [
        ...listMissing(product, russian.get(id) ?? {}),
        ...listUnsellable(product, currencies),
        ...listUntranslated(product, russian),
      ]
      return { product, origin, missing }
    },
  })
  const { product, origin, missing = [] } = query.data ?? {}
  return (
    <Widget title="In the shop" query={query}>
      <div className="flex flex-col gap-y-2 px-6 py-4">
        {(['en', 'ru'] as const).map((locale) => (
          <a
            key={locale}
            href={`${origin}/${locale}/shop/product/${product?.handle}`}
            target="_blank"
            rel="noreferrer"
            className="txt-small text-ui-fg-interactive"
          >
            {locale === 'en' ? 'English page' : 'Russian page'}
          </a>
        ))}
        {missing.map((what) => (
          <Badge key={what} size="2xsmall" color="orange" className="w-fit">
            {what}
          </Badge>
        ))}
      </div>
      <Images sources={(product?.images ?? []).map(({ url }) => url)} />
    </Widget>
  )
}

function Images({ sources }: { sources: string[] }) {
  const query = useQuery({
    queryKey: ['images', ...sources],
    queryFn: async () => measureImages(sources),
    enabled: sources.length > 0,
  })
  if (sources.length === 0) return null
  if (query.error)
    return (
      <div className="pt-4">
        <Failure query={query} />
      </div>
    )
  const bad = query.data?.filter(({ problem }) => problem !== null) ?? []
  const what = sources.length === 1 ? 'The image is' : `All ${sources.length} images are`
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      {bad.length === 0 ? (
        <Subtle>{query.data ? `${what} large enough, and not too large.` : 'Measuring the images…'}</Subtle>
      ) : (
        bad.map(({ source, width, height, problem }) => (
          <div key={source}>
            <Code>{source.slice(source.lastIndexOf('/') + 1)}</Code>
            <Subtle>
              {width ? `${width} × ${height} pixels. ` : ''}
              {problem}
            </Subtle>
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

function idsOf({ id, values }: HttpTypes.AdminProductOption) {
  return [id, ...(values ?? []).map((value) => value.id)]
}

async function readRussian(ids: readonly string[]) {
  const query = new URLSearchParams({ locale_code: 'ru-RU', limit: String(ids.length) })
  for (const id of ids) query.append('reference_id[]', id)
  const { translations } = await callMedusa<{ translations: { reference_id: string; translations: Texts }[] }>(
    `/admin/translations?${query}`,
  )
  return new Map(translations.map((one) => [one.reference_id, one.translations]))
}

function listUnsellable({ variants }: Product, currencies: readonly string[]) {
  const all = variants ?? []
  if (all.length === 0) return ['No variant: it cannot be bought']
  const nameOf = (bare: Variant[]) => (bare.length === all.length ? '' : ` of ${listTitles(bare)}`)
  const unpriced = currencies.flatMap((currency) => {
    const bare = all.filter(({ prices }) => !prices?.some((price) => price.currency_code === currency))
    return bare.length === 0 ? [] : [`No price in ${currency.toUpperCase()}${nameOf(bare)}`]
  })
  const gone = all.filter((variant) => variant.manage_inventory && !variant.allow_backorder && !isInStock(variant))
  return [...unpriced, ...(gone.length === 0 ? [] : [`No stock${nameOf(gone)}`])]
}

function isInStock({ inventory_items: items }: Variant) {
  const stocks = (items ?? []).map(({ inventory }) =>
    (inventory?.location_levels ?? []).reduce((sum, { available_quantity: count }) => sum + (count ?? 0), 0),
  )
  return stocks.length > 0 && stocks.every((stock) => stock > 0)
}

/** Most products have many variants. */
const MOST_TITLES = 3

function listTitles(variants: readonly Variant[]) {
  const titles = variants.slice(0, MOST_TITLES).map(({ title }) => title)
  const more = variants.length - titles.length
  return `${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Numbers are the same in both languages, so they count as translated. */
function listUntranslated({ options }: Product, russian: ReadonlyMap<string, Texts>) {
  return (options ?? []).flatMap(({ id, title, values }) => {
    if (title === DEFAULT_OPTION) return []
    const bare = (values ?? []).filter((one) => Number.isNaN(Number(one.value)) && !russian.get(one.id)?.value)
    return [
      ...(russian.get(id)?.title ? [] : [`No Russian name of the option ${title}`]),
      ...(bare.length > 0 ? [`No Russian value of ${title}: ${bare.map(({ value }) => value).join(', ')}`] : []),
    ]
  })
}

function listMissing(product: Product, russian: Texts) {
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
function listWithoutImage({ images, variants }: Product) {
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
function imagesOf({ metadata, images: own }: Variant, images: { id: string; url: string }[]) {
  const urls = (metadata?.['images'] ?? []) as string[]
  const ids = urls.length > 0 ? images.filter(({ url }) => urls.includes(url)) : (own ?? [])
  return new Set(ids.map(({ id }) => id))
}

function metalOf({ options }: Variant) {
  return options?.find(({ option }) => option?.title.toLowerCase() === 'metal')?.value
}
