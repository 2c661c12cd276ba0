import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Test } from 'tap'

import { superviseMedusa, type Medusa } from '#dev/medusa.ts'
import { freePort } from '#dev/processes/ports.ts'
import { deriveKey } from '#server/keys.ts'
import { startTestCommerce, withCalls, type Backend } from '#test/support/commerce.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#test/support/database-proxy.ts'

/** A backend whose Medusa can be killed between any two of its database commits. */
export interface CutCommerce extends Backend {
  database: DatabaseProxy
  medusa: Medusa
}

interface CutCommerceOptions {
  name: string
  environment?: Record<string, string> | undefined
}

/** Starts the sample shop with a Medusa that reaches its database through a proxy. */
export async function startCutCommerce(
  t: Pick<Test, 'teardown'>,
  { name, environment }: CutCommerceOptions,
): Promise<CutCommerce> {
  const commerce = await startTestCommerce({ name })
  t.teardown(commerce.stop)
  await commerce.kill()
  const database = await startDatabaseProxy(t, commerce.shopDatabaseUrl)
  const logs = join(commerce.dataDir, 'cut-logs')
  mkdirSync(logs, { recursive: true })
  const medusa = superviseMedusa({
    folder: { path: commerce.dataDir, logs, record: () => {}, forget: () => {}, release: () => {} },
    commerceDir: join(import.meta.dirname, '../../../../commerce'),
    port: await freePort(0, 'COMMERCE_PORT'),
    databaseUrl: database.url,
    medusaSecret: commerce.medusaSecret,
    signingKey: deriveKey(commerce.secret, 'backend-calls'),
    storefrontUrl: undefined,
    publishableKey: commerce.publishableKey,
    environment,
    log: () => {},
    signal: undefined,
  })
  t.teardown(medusa.stop)
  await medusa.start()
  return { ...withCalls({ ...commerce, medusaUrl: medusa.url }), database, medusa }
}
