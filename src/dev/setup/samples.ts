import { inChunks } from '#server/infra/scheduling.ts'
import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { BackendError } from '#server/medusa/backend-error.ts'

import { SAMPLES, type Answers } from './answers.ts'
import { askChoice } from './prompts.ts'
import type { Planner, Shop, Step } from './shop.ts'

interface Row {
  id: string
  handle: string
}

/** The answer of `commerce/src/api/admin/storefront/samples`. */
interface Samples {
  /** `variants` are ids. */
  products: (Row & { variants: string[] })[]
  changed: Row[]
  categories: Row[]
  collections: Row[]
  priceLists: { id: string; title: string }[]
}

const ALL = { limit: 1000 }
/** Medusa takes about a tenth of a second for a variant, and more than that for each in a large call. */
const VARIANTS_A_CALL = 10

export const samplesStep: Step = {
  title: 'Samples',
  about:
    'The products, sale and campaign of the sample shop. Products of yours stay, and samples with your texts, images, variants or prices.',
  async ask(shop) {
    const samples = await readSamples(shop)
    const answers: NonNullable<Answers['samples']> = {}
    for (const subject of SAMPLES) {
      const count = subject === 'campaign' ? Number(shop.site.campaign !== undefined) : samples[subject].length
      if (count === 0) continue
      const isMostlyUsed = subject === 'categories' || subject === 'collections'
      const what = subject === 'campaign' ? 'the launch campaign' : `the sample ${subject} (${count})`
      const remove = { value: 'remove' as const, label: isMostlyUsed ? 'Remove those without products' : 'Remove' }
      const keep = { value: 'keep' as const, label: 'Keep' }
      answers[subject] = await askChoice(`What about ${what}?`, isMostlyUsed ? [keep, remove] : [remove, keep])
    }
    return { samples: answers }
  },
}

/** Deletes what the sample shop has in Medusa. It does not come back. */
export const planSamples: Planner = async ({ samples: wanted = {} }, shop) => {
  if (!Object.values(wanted).includes('remove')) return { lines: [] }
  const { admin } = shop
  const samples = await readSamples(shop)
  const removes = wanted.products === 'remove'
  const products = removes ? samples.products : []
  const lists = removes ? samples.priceLists : []
  const { categories, collections } = await findEmptied(wanted, samples, shop)
  return {
    lines: [
      ...lists.map(({ title }) => `Price list ${title}: active → draft`),
      ...listRows('products', products),
      ...listRows('categories', categories),
      ...listRows('collections', collections),
    ],
    byHand: removes
      ? samples.changed.map(({ handle }) => `The sample product ${handle} has changed, so it is yours and stays.`)
      : [],
    async apply() {
      // Medusa takes minutes to delete a list with thousands of prices.
      for (const { id } of lists) await admin.priceList.update(id, { status: 'draft' })
      for (const [index, { id, handle, variants }] of products.entries()) {
        for (const chunk of inChunks(variants, VARIANTS_A_CALL))
          await admin.product.batchVariants(id, { create: [], update: [], delete: chunk })
        await admin.product.delete(id)
        console.log(`deleted: ${handle}, ${index + 1} of ${products.length} sample products`)
      }
      for (const { id } of categories) await admin.productCategory.delete(id)
      for (const { id } of collections) await admin.productCollection.delete(id)
    },
  }
}

async function readSamples({ admin, fetch }: Pick<AdminClient, 'admin' | 'fetch'>): Promise<Samples> {
  const samples = await fetch<Samples>('/admin/storefront/samples').catch((error: unknown) => {
    // A Medusa of the merchant's own lacks this route and has no samples.
    if (!(error instanceof BackendError) || error.status !== 404) throw error
    return { products: [], changed: [], categories: [], collections: [], priceLists: [] }
  })
  const { price_lists: lists } = await admin.priceList.list({ ...ALL, fields: 'id,status' })
  const active = new Set(lists.filter(({ status }) => status === 'active').map(({ id }) => id))
  return { ...samples, priceLists: samples.priceLists.filter(({ id }) => active.has(id)) }
}

/** Finds the sample categories and collections that no product of the merchant uses. */
async function findEmptied(
  wanted: NonNullable<Answers['samples']>,
  samples: Samples,
  { admin }: Shop,
): Promise<{ categories: Row[]; collections: Row[] }> {
  const deleted = new Set(wanted.products === 'remove' ? samples.products.map(({ id }) => id) : [])
  async function isEmpty(filter: object): Promise<boolean> {
    const { products } = await admin.product.list({ ...filter, limit: deleted.size + 1, fields: 'id' })
    return products.every(({ id }) => deleted.has(id))
  }
  const categories: Row[] = []
  if (wanted.categories === 'remove') {
    const fields = 'id,parent_category_id'
    const { product_categories: all } = await admin.productCategory.list({ ...ALL, fields })
    // Sub-categories come first, so that a category is seen without those that go.
    for (const row of samples.categories) {
      const hasChildren = all.some(
        ({ id, parent_category_id: parent }) => parent === row.id && !categories.some((one) => one.id === id),
      )
      if (!hasChildren && (await isEmpty({ category_id: [row.id] }))) categories.push(row)
    }
  }
  const collections: Row[] = []
  if (wanted.collections === 'remove')
    for (const row of samples.collections) if (await isEmpty({ collection_id: [row.id] })) collections.push(row)
  return { categories, collections }
}

function listRows(subject: string, rows: readonly Row[]): string[] {
  return rows.length === 0
    ? []
    : [`Delete ${rows.length} sample ${subject}: ${rows.map(({ handle }) => handle).join(', ')}`]
}
