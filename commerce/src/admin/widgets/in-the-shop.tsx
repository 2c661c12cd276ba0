import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Badge, Container, Heading, Text } from '@medusajs/ui'
import { useQuery } from '@tanstack/react-query'

import { callMedusa } from '../call-medusa.ts'
import { Failure, Code } from '../parts.tsx'

interface Product {
  id: string
  handle: string
  status: string
  images: { id: string; url: string }[] | null
  categories: { id: string }[] | null
  variants: Variant[] | null
}

interface Variant {
  id: string
  title: string
  metadata: { images?: string[] } | null
  images: { id: string }[] | null
  options: { value: string; option: { title: string } }[] | null
}

interface Shop {
  /** The origin of the shop, such as `https://shop.example`. */
  origin: string
}

interface Translations {
  translations: { translations: { title?: string; description?: string } }[]
}

/** An image as the storefront measures it. */
interface MeasuredImage {
  /** As Medusa names it: a URL or a file name. */
  source: string
  width: number | null
  height: number | null
  /** What is wrong with it, in a sentence. */
  problem: string | null
}

const FIELDS = [
  'id,handle,status,images.id,images.url,categories.id',
  'variants.id,variants.title,variants.metadata,variants.images.id,variants.options.value,variants.options.option.title',
].join(',')
const METAL = 'metal'
/** The storefront measures at most 200 at once, and has a minute for them. */
const MEASURED_AT_ONCE = 50

export const config = defineWidgetConfig({ zone: 'product.details.side.before' })

/** Links to a product's page in both languages, and what is missing there. Shown beside a product. */
export default function InTheShop({ data: { id } }: { data: { id: string } }) {
  const path = `/admin/products/${id}?fields=${FIELDS}`
  const russianPath = `/admin/translations?reference_id=${id}&locale_code=ru-RU`
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: async () => {
      const [{ product }, { origin }, { translations }] = await Promise.all([
        callMedusa<{ product: Product }>(path),
        callMedusa<Shop>('/admin/storefront/shop'),
        callMedusa<Translations>(russianPath),
      ])
      return { product, origin, russian: translations[0]?.translations ?? {} }
    },
  })
  const missing = data ? listMissing(data.product, data.russian) : []
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

/** The images that the shop cannot show, or shows blurred. */
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

/** Measures images in groups, because a product may have many. */
async function measureImages(sources: readonly string[]): Promise<MeasuredImage[]> {
  const measured: MeasuredImage[] = []
  for (let from = 0; from < sources.length; from += MEASURED_AT_ONCE) {
    const group = sources.slice(from, from + MEASURED_AT_ONCE)
    const { images } = await callMedusa<{ images: MeasuredImage[] }>('/admin/storefront/images', { sources: group })
    measured.push(...images)
  }
  return measured
}

function listMissing(product: Product, russian: { title?: string; description?: string }): string[] {
  return [
    ...(product.status === 'published' ? [] : ['Not published: shoppers do not see it']),
    ...((product.images ?? []).length > 0 ? [] : ['No image']),
    ...listWithoutImage(product).map((what) => `No image of ${what}`),
    ...((product.categories ?? []).length > 0 ? [] : ['In no category: it is in no listing']),
    ...(russian.title ? [] : ['No Russian title']),
    ...(russian.description ? [] : ['No Russian description']),
  ]
}

/**
 * Names the metals without an image of their own, and the single variants in other metals. Medusa gives an image that
 * belongs to no variant to all of them. If every image is like that, nothing is missing.
 */
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

/** Returns the ids of a variant's images. As in the storefront, its metadata may name their URLs instead. */
function imagesOf({ metadata, images: own }: Variant, images: { id: string; url: string }[]): Set<string> {
  const urls = metadata?.images ?? []
  const ids = urls.length > 0 ? images.filter(({ url }) => urls.includes(url)) : (own ?? [])
  return new Set(ids.map(({ id }) => id))
}

function metalOf({ options }: Variant): string | undefined {
  return options?.find(({ option }) => option.title.toLowerCase() === METAL)?.value
}
