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
  // @ts-expect-error: a claim replaces or refunds
  await admin.claim.create({ order_id: 'order_1', type: 'swap' })
  // @ts-expect-error: an exchange is of an order
  await admin.exchange.create({ description: 'Too small' })
  // @ts-expect-error: it is spelt amount
  await admin.payment.refund('pay_1', { ammount: 10 })
  // @ts-expect-error: a draft is in a region
  await admin.draftOrder.create({ email: 'ada@shopper.example' })
  // @ts-expect-error: it is spelt quantity
  await admin.orderEdit.addItems('order_1', { items: [{ variant_id: 'variant_1', count: 1 }] })
  // @ts-expect-error: an answer has orders
  console.log((await admin.order.list()).order)
  // @ts-expect-error: it is spelt values
  await admin.promotion.batchRules('promo_1', 'rules', { create: [{ attribute: 'a', operator: 'eq', value: 'b' }] })
  // @ts-expect-error: there are three kinds of rules
  await admin.promotion.batchRules('promo_1', 'rule', {})
  // @ts-expect-error: it is spelt promotion_type
  await admin.promotion.listRuleAttributes('rules', { promotion: 'standard' })
  // @ts-expect-error: an invite is accepted with its token
  await admin.invite.accept({ first_name: 'Ada' }, {})
  // @ts-expect-error: a record says how large the file is
  await admin.product.startImport({ file_key: 'a', originalname: 'a.csv', extension: 'csv', mime_type: 'text/csv' })
  // @ts-expect-error: only a file can be imported
  await admin.product.createImport({ file: 'rings.csv' })
  // @ts-expect-error: it is spelt fields
  await admin.product.deleteVariant('prod_1', 'variant_1', { field: 'id' })
  // @ts-expect-error: it is spelt values
  await admin.product.createOption('prod_1', { title: 'Size', value: ['6'] })
  // @ts-expect-error: a file has a name
  await admin.upload.create({ files: [{ content: 'handle' }] })
  // @ts-expect-error: it is spelt mime_type
  await admin.upload.presignedUrl({ originalname: 'a.csv', type: 'text/csv', size: 1 })
  // @ts-expect-error: one is let in by one right
  createAdminClient({ baseUrl: 'https://medusa.example', auth: { token: 'x' } })
}
