import type { FastifyInstance } from 'fastify'

import { until } from './until.ts'

/** Waits until the catalog is read, or the backend fails. On a slow machine, the server is ready before that. */
export async function untilRead({ catalog }: Pick<FastifyInstance, 'catalog'>): Promise<void> {
  await until(() => catalog.version !== null || catalog.status().problem !== null)
}
