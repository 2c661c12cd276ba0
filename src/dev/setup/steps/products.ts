import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'

import { withCheckedFile } from '#server/cli/import/checked-file.ts'
import { readShop, type ShopFacts } from '#server/cli/import/read-shop.ts'
import { CommandError } from '#server/cli/operator-command.ts'

import type { Answers } from '../answers.ts'
import { planRegions } from '../plan-regions.ts'
import { askText } from '../prompts.ts'
import type { PresentShop, Step, Tools } from '../step.ts'

const MOST_LISTED = 5

/** Imports products from a CSV file, and deletes categories and collections of the sample that are empty then. */
export const productsStep: Step = {
  title: 'Products',
  about: 'Imports products from a CSV file or a Shopify export. The whole file is checked first.',
  async ask() {
    const file = await askText({
      message: 'Path of the CSV file (empty: no import)',
      isOptional: true,
      validate: problemWithFile,
    })
    if (file === '') return {}
    const currency = await askText({ message: 'Currency of a Shopify export (empty for others)', isOptional: true })
    return { import: { file: resolve(file), ...(currency ? { currency } : {}) } }
  },
  async plan(answers, present, tools) {
    const { mistakes, admin, log } = tools
    const lines: string[] = []
    let uses: ReadonlySet<string> = new Set()
    const file = answers.import && toFile(answers.import, tools)
    if (file) {
      try {
        const shop = await planShop(answers, present, tools)
        const removed = answers.samples?.products === 'remove' ? present.samples.products : []
        const handles = new Set(removed.map(({ handle }) => handle))
        await withCheckedFile(admin, { ...file, shop, removed: handles }, async (checked) => {
          for (const line of checked.errors) mistakes.addLine(line)
          for (const line of checked.warnings) log(`Note: ${line}`)
          const { changes, counts } = checked
          uses = checked.uses
          if (changes.length === 0) return
          const others = changes.length > MOST_LISTED ? [`  and ${changes.length - MOST_LISTED} more lines`] : []
          lines.push(
            checked.title,
            ...changes.slice(0, MOST_LISTED).map((change) => `  ${change}`),
            ...others,
            `  ${counts.created} products to create, ${counts.changed} to change, ${counts.unchanged} unchanged`,
          )
        })
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        mistakes.add(['import', 'file'], error.message)
      }
    }
    const hasImport = lines.length > 0
    const emptied = await findEmptied(answers, present, tools, uses)
    if (emptied.categories.length > 0)
      lines.push(`Delete the empty sample categories ${listHandles(emptied.categories)}`)
    if (emptied.collections.length > 0) lines.push(`Delete the empty collections ${listHandles(emptied.collections)}`)
    return {
      lines,
      async apply() {
        if (file && hasImport) {
          const shop = await readShop(admin, { priceUnit: tools.priceUnit, stockLocation: undefined })
          await withCheckedFile(admin, { ...file, shop }, async (checked) => {
            if (checked.errors.length > 0) throw new CommandError(checked.errors.join('\n'))
            await checked.write(log)
          })
        }
        for (const { id } of emptied.categories) await admin.productCategory.delete(id)
        for (const { id } of emptied.collections) await admin.productCollection.delete(id)
      },
    }
  },
}

/** @returns why a file cannot be read; undefined if it can */
export function problemWithFile(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile() ? undefined : `${path} is no file.`
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`
  }
}

function toFile({ file, currency }: NonNullable<Answers['import']>, { answersDir }: Tools) {
  return { path: resolve(answersDir, file), currency }
}

/** The shop as it will be when the import begins. */
async function planShop(answers: Answers, present: PresentShop, { admin, priceUnit }: Tools): Promise<ShopFacts> {
  const shop = await readShop(admin, { priceUnit, stockLocation: undefined })
  return { ...shop, currencies: [...new Set(planRegions(answers, present).map(({ currency }) => currency))] }
}

type Row = PresentShop['samples']['categories'][number]

/** Finds the sample categories and collections that neither the file nor a product of the merchant uses. */
async function findEmptied(
  { samples: wanted = {} }: Answers,
  { samples }: PresentShop,
  { admin }: Tools,
  uses: ReadonlySet<string>,
): Promise<{ categories: Row[]; collections: Row[] }> {
  const deleted = new Set(wanted.products === 'remove' ? samples.products.map(({ id }) => id) : [])
  async function isEmpty({ id }: Row, filter: object): Promise<boolean> {
    if (uses.has(id)) return false
    const { products } = await admin.product.list({ ...filter, limit: deleted.size + 1, fields: 'id' })
    return products.every((product) => deleted.has(product.id))
  }
  const categories: Row[] = []
  if (wanted.categories === 'remove') {
    const { product_categories: all } = await admin.productCategory.list({
      limit: 1000,
      fields: 'id,parent_category_id',
    })
    // Sub-categories come first, so that a category is seen without those that go.
    for (const row of samples.categories) {
      const hasChildren = all.some(
        ({ id, parent_category_id: parent }) => parent === row.id && !categories.some((one) => one.id === id),
      )
      if (!hasChildren && (await isEmpty(row, { category_id: [row.id] }))) categories.push(row)
    }
  }
  const collections: Row[] = []
  if (wanted.collections === 'remove')
    for (const row of samples.collections) if (await isEmpty(row, { collection_id: [row.id] })) collections.push(row)
  return { categories, collections }
}

function listHandles(rows: readonly Row[]): string {
  return rows.map(({ handle }) => handle).join(', ')
}
