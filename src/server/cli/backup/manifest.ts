import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Client } from 'pg'

import type { Config } from '#server/config.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'
import { deriveKey } from '#server/keys.ts'

import type { Part } from './shop-databases.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const MIGRATIONS = join(import.meta.dirname, '../../infra/database/migrations')

/** The first entry of an archive. */
export interface Manifest {
  /** ISO time. */
  createdAt: string
  /** The version of the shop, and that of Medusa if it is installed beside it. */
  version: string
  medusa: string | null
  /** PostgreSQL's major version, of each part. */
  postgres: Record<Part, number>
  /** The names of the migrations that had run. */
  migrations: Record<Part, string[]>
  /** Shows whether a shop has the same `SECRET`; null if the backup did not know it. */
  secretCheck: string | null
}

/** Reads what the archive says about itself; in the transactions of the backup. */
export async function makeManifest(config: Config, clients: Record<Part, Client>): Promise<Manifest> {
  return {
    createdAt: new Date().toISOString(),
    ...versions(),
    postgres: { commerce: await majorVersion(clients.commerce), storefront: await majorVersion(clients.storefront) },
    migrations: {
      commerce: await namesIn(clients.commerce, 'public.mikro_orm_migrations'),
      storefront: await namesIn(clients.storefront, `${SCHEMA}.migrations`),
    },
    secretCheck: secretCheck(config.secret ?? readSecret(config.dataDir)),
  }
}

export async function majorVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000)
}

/** @returns what is newer in the archive than here; undefined if nothing is */
export function newerThanHere({ version, medusa, migrations }: Manifest): string | undefined {
  const here = versions()
  if (isNewer(version, here.version)) return `version ${version} of the shop, and this is ${here.version}`
  if (medusa && here.medusa && isNewer(medusa, here.medusa)) return `Medusa ${medusa}, and this is ${here.medusa}`
  const known = new Set(readdirSync(MIGRATIONS).map((name) => name.replace(/\.sql$/, '')))
  const unknown = migrations.storefront.find((name) => !known.has(name))
  return unknown && `a version with the migration ${unknown}, which is not known here`
}

/** @returns undefined if the data folder has no secret of its own */
export function readSecret(dataDir: string): string | undefined {
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

export function secretCheck(secret: string | undefined): string | null {
  return secret === undefined ? null : deriveKey(secret, 'backup-check')
}

function versions(): Pick<Manifest, 'version' | 'medusa'> {
  const medusa = join(ROOT, 'commerce/package.json')
  const { dependencies } = existsSync(medusa)
    ? (JSON.parse(readFileSync(medusa, 'utf8')) as { dependencies: Record<string, string> })
    : { dependencies: undefined }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return { version, medusa: dependencies?.['@medusajs/medusa'] ?? null }
}

async function namesIn(client: Client, table: string): Promise<string[]> {
  const { rows: found } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table])
  if (!found[0]?.found) return []
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY name`)
  return rows.map(({ name }) => name)
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}
