/**
 * Calls that the types of the admin client must refuse. The compiler is the test: each line must be an error, otherwise
 * `npm run check` fails. The file is never run.
 */
import { createAdminClient, type AdminClient } from '#server/medusa/admin/admin-client.ts'

export async function refusedByTheCompiler({ admin }: AdminClient): Promise<void> {
  // @ts-expect-error: items have a quantity
  await admin.order.createFulfillment('order_1', { items: [{ id: 'ordli_1', quantiti: 1 }] })
  // @ts-expect-error: it is spelt location_id
  await admin.return.initiateRequest({ order_id: 'order_1', location: 'sloc_1' })
  // @ts-expect-error: it is spelt amount
  await admin.payment.refund('pay_1', { ammount: 10 })
  // @ts-expect-error: an answer has orders
  console.log((await admin.order.list()).order)
  // @ts-expect-error: it is spelt values
  await admin.promotion.batchRules('promo_1', 'rules', { create: [{ attribute: 'a', operator: 'eq', value: 'b' }] })
  // @ts-expect-error: it is spelt promotion_type
  await admin.promotion.listRuleAttributes('rules', { promotion: 'standard' })
  // @ts-expect-error: a record says how large the file is
  await admin.product.startImport({ file_key: 'a', originalname: 'a.csv', extension: 'csv', mime_type: 'text/csv' })
  // @ts-expect-error: only a file can be imported
  await admin.product.createImport({ file: 'rings.csv' })
  // @ts-expect-error: a file has a name
  await admin.upload.create({ files: [{ content: 'handle' }] })
  // @ts-expect-error: it is spelt mime_type
  await admin.upload.presignedUrl({ originalname: 'a.csv', type: 'text/csv', size: 1 })
  // @ts-expect-error: one is let in by one right
  createAdminClient({ baseUrl: 'https://medusa.example', auth: { token: 'x' } })
}
