import type { FastifyInstance } from 'fastify'

import { until } from './until.ts'

/** Waits until the shop has read what delivery costs, which it does in the background after its first start. */
export async function untilDeliveryIsRead({ catalog }: Pick<FastifyInstance, 'catalog'>): Promise<void> {
  await until(() => catalog.regions().some(({ delivery }) => delivery), 30_000)
}
