import type { SubscriberArgs } from '@medusajs/framework'
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

import { tellStorefront } from './tell-storefront.ts'

/** A storefront that is being restarted, or has no database for a while, must not cost a letter: a quarter of an hour. */
const PAUSES_MS = [0, 1_000, 4_000, 15_000, 40_000, 120_000, 300_000, 420_000]
const PATIENCE_MS = 10_000

/** An order is there: whoever placed it gets a letter. */
export async function orderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  tell('placed', await factsOf(container, event.data.id))
}

/** Somebody wants an order in their account: whoever placed it is asked, with a link that only they get. */
export async function transferRequested({
  event,
  container,
}: SubscriberArgs<{ id: string; order_change_id: string }>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const { id, order_change_id: change } = event.data
  const [facts, token] = await Promise.all([factsOf(container, id), tokenOf(container, change)])
  if (token) tell('transfer-requested', { ...facts, order_change_id: change, token })
}

/** What the storefront cannot read by itself; it reads the rest, so nobody's address is sent around. */
async function factsOf(container: MedusaContainer, id: string): Promise<{ order_id: string; locale: string | null }> {
  const [order] = await read<{ locale: string | null }>(container, 'order', ['id', 'locale'], id)
  return { order_id: id, locale: order?.locale ?? null }
}

async function tokenOf(container: MedusaContainer, change: string): Promise<string | undefined> {
  type Change = { actions?: { action: string; details?: { token?: string } }[] }
  const fields = ['id', 'actions.action', 'actions.details']
  const [found] = await read<Change>(container, 'order_change', fields, change)
  return found?.actions?.find(({ action }) => action === 'TRANSFER_CUSTOMER')?.details?.token
}

async function read<Row>(container: MedusaContainer, entity: string, fields: string[], id: string): Promise<Row[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return (await query.graph({ entity, fields, filters: { id } })).data as Row[]
}

/** Not waited for: the order stands, whatever becomes of its letter. */
function tell(name: string, body: object): void {
  void tellStorefront({ path: `/api/_internal/orders/${name}`, body, pauses: PAUSES_MS, patience: PATIENCE_MS })
}
