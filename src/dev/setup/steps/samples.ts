import { inChunks } from '#server/infra/scheduling.ts'

import type { Answers } from '../answers.ts'
import { counted } from '../counted.ts'
import { askChoice } from '../prompts.ts'
import { changeSite } from '../site-file.ts'
import type { Step } from '../step.ts'

/** Medusa takes about a tenth of a second for a variant, and more than that for each in a large call. */
const VARIANTS_A_CALL = 10
const SUBJECTS = ['products', 'categories', 'collections', 'campaign'] as const

/** Deletes the products of the sample shop, its sale and its campaign. They do not come back. */
export const samplesStep: Step = {
  title: 'Samples',
  about:
    'The products, sale and campaign of the sample shop. Products of yours stay, and samples with your texts, images, variants or prices.',
  async ask({ samples, site }) {
    const counts = {
      products: samples.products.length,
      categories: samples.categories.length,
      collections: samples.collections.length,
      campaign: site.campaign ? 1 : 0,
    }
    const answers: NonNullable<Answers['samples']> = {}
    for (const subject of SUBJECTS.filter((name) => counts[name] > 0)) {
      const isMostlyUsed = subject === 'categories' || subject === 'collections'
      const what = subject === 'campaign' ? 'the launch campaign' : `${counts[subject]} sample ${subject}`
      const remove = { value: 'remove' as const, label: isMostlyUsed ? 'Remove those without products' : 'Remove' }
      const keep = { value: 'keep' as const, label: 'Keep' }
      answers[subject] = await askChoice(`What about ${what}?`, isMostlyUsed ? [keep, remove] : [remove, keep])
    }
    return { samples: answers }
  },
  async plan({ samples: wanted = {} }, { samples, site }, { files, contentDir, admin, log }) {
    const removes = wanted.products === 'remove'
    const products = removes ? samples.products : []
    const lists = removes ? samples.priceLists : []
    const endsCampaign = wanted.campaign === 'remove' && site.campaign !== undefined
    const siteLines = endsCampaign ? await changeSite(files, contentDir, { campaign: undefined }) : []
    return {
      lines: [
        ...siteLines,
        ...(products.length > 0 ? [`Delete ${counted(products.length, 'sample product')}`] : []),
        ...lists.map(({ title }) => `End the price list ${title}: it becomes a draft`),
      ],
      byHand: removes
        ? samples.changed.map(({ handle }) => `The sample product ${handle} has changed, so it is yours and stays.`)
        : [],
      async apply() {
        // Medusa takes minutes to delete a list with thousands of prices.
        for (const { id } of lists) await admin.priceList.update(id, { status: 'draft' })
        for (const [index, { id, variants }] of products.entries()) {
          for (const chunk of inChunks(variants, VARIANTS_A_CALL))
            await admin.product.batchVariants(id, { create: [], update: [], delete: chunk })
          await admin.product.delete(id)
          log(`${index + 1} of ${products.length} sample products deleted`)
        }
      },
    }
  },
}
