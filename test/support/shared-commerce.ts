import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'
import rootTest from 'tap'

import {
  SHARED_COMMERCE,
  startTestCommerce,
  withCalls,
  type Backend,
  type BackendFacts,
} from '#test/support/commerce.ts'

let backend: Promise<Backend> | undefined

/**
 * The backend for tests that leave the shop as it is: one for all files of a run, or one for this file where it runs
 * alone. The database of the storefront and the folder for its data are this file's own, and go when it ends.
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
  await inDatabase(facts.databaseUrl, `CREATE DATABASE ${name}`)
  rootTest.teardown(async () => {
    await inDatabase(facts.databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const databaseUrl = new URL(facts.databaseUrl)
  databaseUrl.pathname = `/${name}`
  return withCalls({ ...facts, dataDir, databaseUrl: databaseUrl.href })
}

async function inDatabase(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
