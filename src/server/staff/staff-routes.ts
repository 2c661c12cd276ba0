import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import pMap from 'p-map'
import { Type } from 'typebox'

import { mostWantedSearches } from '#server/catalog/empty-searches/empty-searches-queries.ts'
import { endingCampaign, ENDING_DAYS } from '#server/content/campaign.ts'
import { checkFolder } from '#server/content/check/check-folder.ts'
import { openEmailQueueAdmin, type EmailQueueAdmin } from '#server/email/email-queue-admin.ts'
import { addSignedHooks } from '#server/http/signed-calls.ts'
import { dayBefore } from '#server/infra/scheduling.ts'
import {
  closeWithdrawal,
  countOpenWithdrawals,
  listForStaff,
  listOfOrder,
  listTakeable,
  listWithdrawnOrders,
} from '#server/orders/withdrawals/withdrawals-queries.ts'
import { readSold } from '#server/price-ledger/price-ledger-queries.ts'
import { stockDemand } from '#server/subscriptions/stock-alerts/stock-alerts-queries.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'

import { checkProductFields, ProductFields, readProductFields, StoredProduct } from './product-fields.ts'

/** The drawing of the dashboard has the same coin in every shop, also before the catalog is read. */
const COIN_CURRENCY = 'USD'
const SEARCH_DAYS = 30
const MOST_LISTED = 20
const MOST_WANTED = 100
const MEASURED_AT_ONCE = 4

const Entry = Type.Object({ id: Type.String({ format: 'uuid' }) })
const OrderId = Type.Object({ id: Type.String({ pattern: '^order_[A-Za-z0-9]{1,64}$' }) })
const Images = Type.Object({ sources: Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 200 }) })

/**
 * `POST /api/_internal/staff/…`: what Medusa's dashboard shows of the storefront's own tables and content. It asks the
 * same code as the command lines, and checks fields of products by the rules of `npm run import:products`. Medusa signs
 * the calls and lets only staff make them.
 */
export const staffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)
  const { database } = app

  app.post('/today', { schema: { summary: 'Lists what waits for the staff, for the dashboard' } }, async () => {
    const [emails, counts, withdrawals, takeable, orders, demand, searches] = await Promise.all([
      withQueue(async (queue) => queue.list()),
      countOpenWithdrawals(database),
      listForStaff(database),
      listTakeable(database),
      listWithdrawnOrders(database),
      stockDemand(database),
      mostWantedSearches(database, dayBefore(new Date(), SEARCH_DAYS - 1)),
    ])
    return {
      emails: emails.slice(0, MOST_LISTED),
      withdrawals: { ...counts, list: withdrawals, takeable, orders },
      demand: demand.slice(0, MOST_WANTED),
      searches: searches.slice(0, MOST_WANTED),
    }
  })

  const shop = { summary: 'Returns the origin of the shop, for links of the dashboard' }
  app.post('/shop', { schema: shop }, async () => ({ origin: app.shopOrigin() }))

  const order = { summary: 'Lists the withdrawals of an order and the emails about it', body: OrderId }
  app.post('/order', { schema: order }, async ({ body: { id } }) => ({
    withdrawals: await listOfOrder(database, id),
    emails: await withQueue(async (queue) => queue.listOfOrder(id)),
  }))

  const images = { summary: 'Measures images of products, and says what is wrong with them', body: Images }
  app.post('/images', { schema: images }, async ({ body: { sources } }) => {
    const measure = async (source: string) => ({ source, ...(await app.images.measure(source)) })
    return { images: await pMap(sources, measure, { concurrency: MEASURED_AT_ONCE }) }
  })

  const content = { summary: 'Checks the content as content:check, and lists drafts and the campaign' }
  app.post('/content', { schema: content }, async () => {
    const { config, site } = app
    const sold = await readSold(database)
    const { documents, faults, drafts } = await checkFolder(config.contentDir, { site, ...sold })
    return {
      documents,
      faults,
      drafts: drafts.map(({ _file: file, _locale: locale, title }) => ({ file, locale, title })),
      campaign: endingCampaign(site),
      endingDays: ENDING_DAYS,
    }
  })

  const resend = { summary: 'Sends an email again', body: Entry }
  app.post('/emails/resend', { schema: resend }, async ({ body }) => ({
    count: await withQueue(async (queue) => queue.resend(body.id)),
  }))

  const done = { summary: 'Marks a withdrawal as resolved', body: Entry }
  app.post('/withdrawals/done', { schema: done }, async ({ body }) => ({
    isDone: await closeWithdrawal(database, body.id),
  }))

  const fields = { summary: 'Reads the stones and other fields of a stored product', body: StoredProduct }
  app.post('/product-fields', { schema: fields }, async ({ body }) => ({
    fields: readProductFields(body),
    cuts: STONE_CUTS,
  }))

  const fieldCheck = { summary: 'Checks the fields of a product and draws its stones', body: ProductFields }
  app.post('/product-fields/check', { schema: fieldCheck }, async ({ body }) => {
    const { stones, ...checked } = checkProductFields(body)
    const drawing = stones.length > 0 ? await app.drawings.drawStones?.(stones, 'en', COIN_CURRENCY) : null
    return { ...checked, cuts: STONE_CUTS, drawing: drawing ?? null }
  })

  async function withQueue<Result>(work: (queue: EmailQueueAdmin) => Promise<Result>): Promise<Result> {
    const queue = await openEmailQueueAdmin(database)
    try {
      return await work(queue)
    } finally {
      await queue.close()
    }
  }
}
