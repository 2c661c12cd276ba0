import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { OperationError } from './carry-out.ts'

type Change = Pick<
  HttpTypes.AdminOrderChange,
  'id' | 'change_type' | 'status' | 'claim_id' | 'exchange_id' | 'return_id' | 'created_at'
>

const FIELDS = 'id,change_type,status,claim_id,exchange_id,return_id,created_at'
const OPEN: readonly string[] = ['pending', 'requested']

/**
 * What is under way with an order. There is one at most: the backend refuses a second.
 * @returns its name, such as `claim claim_1`; undefined where nothing is
 */
export async function findOpenChange(admin: StaffApi, orderId: string): Promise<string | undefined> {
  const open = (await readChanges(admin, orderId)).find(({ status }) => OPEN.includes(status))
  if (!open) return undefined
  const { claim_id, exchange_id, return_id, change_type } = open
  if (claim_id) return `claim ${claim_id}`
  if (exchange_id) return `exchange ${exchange_id}`
  return return_id ? `return ${return_id}` : `${change_type ?? 'change'} ${open.id}`
}

/** @returns whether the last change of an order, or of what is said of it, has come into force */
export async function isConfirmed(
  admin: StaffApi,
  orderId: string,
  of: Partial<Record<'change_type' | 'claim_id' | 'exchange_id' | 'return_id', string>>,
): Promise<boolean> {
  const theirs = (await readChanges(admin, orderId)).filter((change) =>
    Object.entries(of).every(([name, value]) => change[name as keyof typeof of] === value),
  )
  return theirs[0]?.status === 'confirmed'
}

/** The newest first. */
async function readChanges(admin: StaffApi, orderId: string): Promise<Change[]> {
  const { order_changes } = await admin.order.listChanges(orderId, { fields: FIELDS })
  return order_changes.toSorted((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
}

/**
 * Medusa keeps back what is to go out for another product only where its delivery is named, and sends nothing that it
 * has not kept back: such a claim would be confirmed, and stay so for ever.
 * @throws OperationError where it is not named
 */
export function needsShipping(outbound: { shipping?: unknown }): void {
  if (outbound.shipping) return
  throw new OperationError(
    'What goes out needs its delivery: "outbound" takes "shipping" with a "shipping_option_id", and a "custom_amount" of ' +
      '0 where it is free. "orders list-shipping-options" lists what an order can be sent by.',
  )
}
