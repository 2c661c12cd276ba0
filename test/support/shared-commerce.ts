import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import rootTest from 'tap'

import {
  SHARED_COMMERCE,
  startTestCommerce,
  withCalls,
  type Backend,
  type BackendFacts,
} from '#test/support/commerce.ts'
import { createDatabaseBeside } from '#test/support/databases.ts'

let backend: Promise<Backend> | undefined

/**
 * The backend for tests that do not change the shop: one for all files of a run, or one for this file if it runs alone.
 * The storefront's database and data folder are this file's own, and are removed when it ends.
 */
export function sharedCommerce(): Promise<Backend> {
  return (backend ??= open())
}

async function open(): Promise<Backend> {
  const shared = process.env[SHARED_COMMERCE]
  if (shared === undefined) {
    const own = await startTestCommerce({ name: 'shop' })
    rootTest.teardown(own.stop)
    return own
  }
  const facts = JSON.parse(shared) as BackendFacts
  const name = `storefront_${process.pid}`
  const dataDir = join(facts.dataDir, name)
  mkdirSync(dataDir)
  const database = await createDatabaseBeside(facts.superuserUrl, facts.databaseUrl, name)
  rootTest.teardown(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return withCalls({ ...facts, dataDir, databaseUrl: database.url })
}
