import type { FastifyInstance } from 'fastify'

import { until } from './until.ts'

/** Waits until the shop has read what delivery costs, which it does in the background after its first start. */
export async function untilDeliveryIsRead({ catalog }: Pick<FastifyInstance, 'catalog'>): Promise<void> {
  await until(() => catalog.regions().some(({ delivery }) => delivery), 30_000)
}

/**
 * Waits until the prices of every region are read, or the backend fails. On a slow machine, the server is ready before
 * that.
 */
export async function untilPriced({ catalog }: Pick<FastifyInstance, 'catalog'>): Promise<void> {
  const isPriced = () => catalog.version !== null && catalog.regions().every(({ id }) => catalog.shop().hasPricesOf(id))
  await until(() => isPriced() || catalog.status().problem !== null)
}
