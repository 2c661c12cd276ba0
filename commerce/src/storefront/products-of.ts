import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

export type Kind = 'product' | 'variant' | 'price' | 'item' | 'stock' | 'translation'

type Row = Record<string, unknown>
type Read = (entity: string, fields: string[], ids: string[]) => Promise<Row[]>
type Finder = (read: Read, ids: string[]) => Promise<string[] | undefined>

/** Undefined if the products of any row are unknown, so that every product may be affected. */
export async function productsOf(container: MedusaContainer, rows: Map<Kind, Set<string>>) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  // A deleted row still references its product.
  const read: Read = async (entity, fields, ids) =>
    (await query.graph({ entity, fields, filters: { id: ids }, withDeleted: true })).data as Row[]
  const found = new Set<string>()
  for (const [kind, ids] of rows) {
    const products = await FINDERS[kind](read, [...ids]).catch(() => undefined)
    if (!products) return undefined
    for (const id of products) found.add(id)
  }
  return [...found]
}

const FINDERS: Record<Kind, Finder> = {
  product: async (_read, ids) => ids,
  variant: byPath('product_variant', 'product_id'),
  price: byPath('price', 'price_set.variant.product_id'),
  item: byPath('inventory_item', 'variants.product_id'),
  stock: byPath('inventory_level', 'inventory_item.variants.product_id'),
  translation: ofTranslations,
}

/** Follows a path of relations. The result is undefined if a row leads to no product. */
function byPath(entity: string, path: string): Finder {
  return async (read, ids) => {
    const rows = await read(entity, ['id', path], ids)
    const products = rows.map((row) => valuesAt(row, path.split('.')))
    const complete = rows.length === ids.length && products.every((found) => found.length > 0)
    return complete ? products.flat() : undefined
  }
}

function valuesAt(value: unknown, path: string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path))
  const [name, ...rest] = path
  if (name === undefined) return typeof value === 'string' ? [value] : []
  return typeof value === 'object' && value !== null ? valuesAt((value as Row)[name], rest) : []
}

/** Undefined if a translation is of a category or an option value, because many products may show it. */
async function ofTranslations(read: Read, ids: string[]) {
  const rows = await read('translation', ['id', 'reference', 'reference_id'], ids)
  const idsOf = (reference: string): string[] =>
    rows.filter((row) => row['reference'] === reference).map((row) => String(row['reference_id']))
  const products = idsOf('product')
  const variants = idsOf('product_variant')
  if (rows.length !== ids.length || products.length + variants.length !== rows.length) return undefined
  const ofVariants = variants.length > 0 ? await FINDERS.variant(read, variants) : []
  return ofVariants && [...products, ...ofVariants]
}
