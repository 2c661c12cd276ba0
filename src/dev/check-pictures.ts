import type { HttpTypes } from '@medusajs/types'

import { toProductRecord } from '#server/catalog/reading/to-product-record.ts'
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

/** Three-quarter, front or top, profile or clasp. */
const LEAST_VIEWS = 3
const METAL = 'metal'
const PRODUCTS_A_CALL = 50
const FIELDS = 'id,handle,title,*images,*options,*options.values,*variants,*variants.options,*variants.images'

/**
 * Finds published products with too few pictures, or with pictures of one metal that are shown for another.
 * @returns a sentence for each finding
 * @throws BackendError
 */
export async function checkPictures(admin: Pick<StaffApi, 'product'>): Promise<string[]> {
  const found: string[] = []
  for (let offset = 0; ; offset += PRODUCTS_A_CALL) {
    const query = { status: ['published' as const], limit: PRODUCTS_A_CALL, offset, order: 'handle', fields: FIELDS }
    const { products, count } = await admin.product.list(query)
    found.push(...products.flatMap(findFaults))
    if (offset + PRODUCTS_A_CALL >= count) return found
  }
}

/** Medusa gives a picture of no variant to all of them. */
function findFaults(product: HttpTypes.AdminProduct): string[] {
  const { handle, images, variants } = toProductRecord(product, () => undefined)
  const shown = new Map<string, Set<string>>()
  for (const { options, images: ids } of variants) {
    const urls = images.filter(({ id }) => ids.includes(id)).map(({ url }) => url)
    const metal = options[METAL] ?? ''
    shown.set(metal, new Set([...(shown.get(metal) ?? []), ...urls]))
  }
  const metals = new Map<string, number>()
  for (const url of new Set(images.map((image) => image.url))) {
    const names = [...shown].flatMap(([metal, urls]) => (urls.has(url) ? [metal] : [])).join(', ')
    if (names.includes(', ')) metals.set(names, (metals.get(names) ?? 0) + 1)
  }
  return [
    ...[...shown].flatMap(([metal, { size }]) => {
      if (size === 0 && images.length > 0) return [`no picture in ${metal}, so those of another metal are shown.`]
      return size < LEAST_VIEWS ? [`${size} of ${LEAST_VIEWS} views${metal && ` in ${metal}`}.`] : []
    }),
    ...[...metals].map(
      ([names, count]) =>
        `pictures that are shown in ${names} alike: ${count}. Assign each to the variants of its metal.`,
    ),
  ].map((what) => `${handle}: ${what}`)
}
