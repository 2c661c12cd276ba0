import { Client } from 'pg'
import type { Test } from 'tap'

import { findStranded } from '#server/cli/stranded-payments/find-stranded.ts'
import { createAdminClient } from '#server/medusa/admin/admin-client.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { buildShopServer, listProducts, TestShopper } from '#test/server/shop-server.ts'
import { hundredths } from '#test/support/orders.ts'
import { amountOf, capture, captureOf, capturesOf, type Money, type Order } from '#test/support/paypal/orders.ts'
import { PAYPAL } from '#test/support/paypal/payer.ts'
import type { PayPalStandIn } from '#test/support/paypal/stand-in.ts'
import { readyCart, type ReadyCartOptions } from '#test/support/ready-cart.ts'
import { until } from '#test/support/until.ts'

import type { CutCommerce } from './cut-commerce.ts'

export interface CutRound {
  point: number
  sql: string
  /** The statuses of the shop's answers to the repeated completion. */
  answers: number[]
  /** How many orders the cart has in the end, how many of them are complete, and how many products are reserved. */
  orders: number
  whole: number
  reserved: number
  payments: string[]
  isSame: boolean
  stranded: number
  /** How often PayPal captured and refunded the money; absent for an invoice. */
  taken?: number
  refunded?: number
}

/** A step of the shopper's browser or of PayPal's script in it, which can change and capture an order. */
export type PayStep = 'lower' | 'raise' | 'change currency' | 'approve' | 'capture' | 'complete' | 'complete twice'

export interface PayRound extends Pick<CutRound, 'answers' | 'orders' | 'whole' | 'payments' | 'stranded'> {
  steps: string
  /** Hundredths: the total of the order, and the money that the shop has; 0 for none. */
  total: number
  kept: number
}

export interface CutRounds {
  points: number
  /** Kills Medusa before a commit, restarts it, and repeats the completion until there is an order. */
  cut(point: number): Promise<CutRound>
  pay(steps: readonly PayStep[]): Promise<PayRound>
}

const STOCK = 100_000
const PATIENCE_MS = 120_000

/**
 * Completes a cart once to count the commits; then a completion can be interrupted at any of them.
 * @param paypal the payment provider; without it the orders are paid by invoice
 * @param funding what the orders at PayPal are paid with
 */
export async function openCutRounds(
  t: Pick<Test, 'teardown'>,
  commerce: CutCommerce,
  paypal?: PayPalStandIn,
  funding?: ReadyCartOptions['funding'],
): Promise<CutRounds> {
  const { database, medusa } = commerce
  // One network places more orders than the limits allow.
  const app = await buildShopServer(commerce, { UNPAID_ORDER_LIMITS: 'off' })
  t.teardown(() => app.close())
  const db = new Client(commerce.shopDatabaseUrl)
  await db.connect()
  t.teardown(() => db.end())
  await db.query(`UPDATE inventory_level SET stocked_quantity = $1, raw_stocked_quantity = $2`, [
    STOCK,
    { value: String(STOCK), precision: 20 },
  ])
  const [variantId = ''] = await listProducts(commerce, 12)
  const admin = createAdminClient({ baseUrl: commerce.medusaUrl, auth: { apiKey: commerce.adminKey } })
  t.teardown(admin.close)
  let shoppers = 0

  async function prepare(isApproved = true) {
    const shopper = new TestShopper(app)
    const email = `cut-${(shoppers += 1)}@example.com`
    const provider = paypal ? PAYPAL : 'pp_system_default'
    const cart = await readyCart(async (...call) => shopper.call(...call), { variantId, email, provider, funding })
    const payment = paypal?.lastOrder()
    if (payment && isApproved) paypal?.approve(payment)
    const complete = async () => shopper.call<OrderAnswer>('POST', `/api/carts/${cart.id}/complete`)
    return { email, complete, payment }
  }

  const first = await prepare()
  database.watch()
  await first.complete()
  const points = database.points.length

  return {
    points,
    async cut(number) {
      const { email, complete, payment } = await prepare()
      let killed = Promise.resolve()
      let sql = ''
      database.watch(number, (point) => {
        sql = point.sql
        killed = medusa.kill()
      })
      const answers = [(await complete()).status]
      await killed
      database.watch()
      if (sql !== '') await medusa.start()
      const placed = await until(async () => {
        const answer = await complete()
        answers.push(answer.status)
        return answer.status === 200 && answer.body.order.id
      }, PATIENCE_MS)
      const again = (await complete()).body.order.id
      const stranded = await findStranded(admin, { since: new Date(0), until: new Date(), priceUnit: 'major' })
      const captureId = payment && captureOf(payment)?.id
      const money = paypal && {
        taken: paypal.calls.filter(({ step, id }) => step === 'capture' && id === payment?.id).length,
        refunded: paypal.refunds.filter((refund) => refund.captureId === captureId).length,
      }
      return {
        ...money,
        point: number,
        sql,
        answers,
        ...(await findOrders(email)),
        isSame: placed === again,
        stranded: stranded.length,
      }
    },
    async pay(steps) {
      const { email, complete, payment } = await prepare(false)
      const replies: Awaited<ReturnType<typeof complete>>[] = []
      for (const step of steps) {
        if (step === 'complete') replies.push(await complete())
        else if (step === 'complete twice') replies.push(...(await Promise.all([complete(), complete()])))
        else if (payment && step === 'approve') paypal?.approve(payment)
        else if (payment && step === 'capture') capture(payment)
        else if (payment && step === 'change currency') amountOf(payment).currency_code = 'HUF'
        else if (payment) amountOf(payment).value = step === 'lower' ? '0.01' : '99999.00'
      }
      const stranded = await findStranded(admin, { since: new Date(0), until: new Date(), priceUnit: 'major' })
      return {
        steps: steps.join(', '),
        answers: replies.map(({ status }) => status),
        ...(await findOrders(email)),
        total: replies.find(({ status }) => status === 200)?.body.order.total ?? 0,
        kept: keptOf(payment),
        stranded: stranded.length,
      }
    },
  }

  function keptOf(payment: Order | undefined): number {
    if (!payment || !paypal) return 0
    const captures = capturesOf(payment)
    const refunds = paypal.refunds.filter(({ captureId }) => captures.some(({ id }) => id === captureId))
    const sum = (rows: readonly { amount: Money }[]) =>
      rows.reduce((all, { amount }) => all + hundredths(Number(amount.value)), 0)
    return sum(captures) - sum(refunds)
  }

  async function findOrders(email: string): Promise<Pick<CutRound, 'orders' | 'whole' | 'reserved' | 'payments'>> {
    interface Row {
      whole: boolean
      reserved: string
      status: string | null
    }
    const { rows } = await db.query<Row>(
      `SELECT coalesce((o.metadata->>'is_whole')::boolean, false) AS whole,
        (SELECT count(*) FROM reservation_item r JOIN order_item i ON i.item_id = r.line_item_id
          WHERE i.order_id = o.id AND r.deleted_at IS NULL) AS reserved,
        (SELECT c.status FROM order_payment_collection l JOIN payment_collection c ON c.id = l.payment_collection_id
          WHERE l.order_id = o.id AND l.deleted_at IS NULL) AS status
      FROM "order" o WHERE o.email = $1 AND o.deleted_at IS NULL`,
      [email],
    )
    return {
      orders: rows.length,
      whole: rows.filter(({ whole }) => whole).length,
      reserved: rows.reduce((sum, row) => sum + Number(row.reserved), 0),
      payments: rows.map(({ status }) => status ?? 'none'),
    }
  }
}

export function isGood({ orders, whole, reserved, payments, isSame, stranded, taken, refunded }: CutRound): boolean {
  const isPaid = payments.join() === (taken === undefined ? 'authorized' : 'completed')
  const isTakenOnce = (taken ?? 1) === 1 && (refunded ?? 0) === 0
  return orders === 1 && whole === 1 && reserved === 1 && isPaid && isTakenOnce && isSame && stranded === 0
}

/** Whether the steps left one order whose total is the money that the shop has, or no order and no money. */
export function isExact({ orders, whole, payments, total, kept, stranded }: PayRound, isInvoice: boolean): boolean {
  if (orders === 0) return total === 0 && kept === 0 && stranded === 0
  const isPaid = isInvoice ? payments.join() === 'authorized' : payments.join() === 'completed' && kept === total
  return orders === 1 && whole === 1 && total > 0 && isPaid && stranded === 0
}
