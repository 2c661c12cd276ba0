import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

import { StartError } from '#server/infra/start-error.ts'

import type { CommerceSecrets } from './commerce-secrets.ts'
import type { Postgres } from './postgres.ts'
import type { DataFolder } from './processes/data-folder.ts'
import { isDiskFull, ProcessFailure, runProcess, type ProcessOptions } from './processes/run-process.ts'

const SHOP = 'lumenite'
const STOREFRONT = 'lumenite_storefront'
const MEDUSA_ROLE = 'medusa'
const STOREFRONT_ROLE = 'storefront'
const TEMPLATE = 'lumenite_template'
const UNFINISHED = 'lumenite_template_unfinished'
const STEP_TIMEOUT_MS = 300_000

export interface ShopDatabaseOptions {
  folder: DataFolder
  commerceDir: string
  publishableKey: string
  secrets: CommerceSecrets
  log: (line: string) => void
  signal: AbortSignal | undefined
}

type Sql = (statements: string[]) => Promise<Record<string, unknown>[][]>

/** Migrates and seeds, unless the template is up to date with the sources. Throws StartError. */
export async function prepareTemplate(urlOf: Postgres['urlOf'], options: ShopDatabaseOptions): Promise<void> {
  const sql = sqlOn(urlOf('postgres'), options)
  const wanted = sourceKey(options)
  if ((await commentOf(sql, TEMPLATE)) === wanted) return
  await sql([
    ...rolesOf(options),
    `DROP DATABASE IF EXISTS ${UNFINISHED}`,
    `CREATE DATABASE ${UNFINISHED} OWNER ${MEDUSA_ROLE}`,
  ])
  const url = urlOf(UNFINISHED, MEDUSA_ROLE, options.secrets.medusaDatabasePassword)
  await migrate(url, options)
  await seed(url, options)
  // The database is renamed only when it is complete, so that an interrupted start begins again.
  await sql([
    `DROP DATABASE IF EXISTS ${TEMPLATE}`,
    `COMMENT ON DATABASE ${UNFINISHED} IS '${wanted}'`,
    `ALTER DATABASE ${UNFINISHED} RENAME TO ${TEMPLATE}`,
  ])
}

/**
 * The storefront and Medusa have a database and a role each, as in `ops/compose/databases.sql`. An existing shop is not
 * replaced when the sample shop changes, since it has the operator's changes.
 * @returns the URLs of both; throws StartError
 */
export async function createDatabases(urlOf: Postgres['urlOf'], options: ShopDatabaseOptions) {
  const { secrets, folder } = options
  const sql = sqlOn(urlOf('postgres'), options)
  const answers = await sql([...rolesOf(options), 'SELECT datname, datdba::regrole::text AS owner FROM pg_database'])
  const owners = new Map(answers.at(-1)?.map(({ datname, owner }) => [datname, owner]))
  if ((owners.get(SHOP) ?? MEDUSA_ROLE) !== MEDUSA_ROLE) {
    throw new StartError(
      `The databases in ${folder.path} are of an earlier version, where all had one role; move the folder away and start again.`,
    )
  }
  const statements: string[] = []
  if (!owners.has(STOREFRONT)) statements.push(`CREATE DATABASE ${STOREFRONT} OWNER ${STOREFRONT_ROLE}`)
  if (!owners.has(SHOP)) {
    await prepareTemplate(urlOf, options)
    statements.push(`CREATE DATABASE ${SHOP} TEMPLATE ${TEMPLATE} OWNER ${MEDUSA_ROLE}`)
  }
  if (statements.length > 0) {
    // The checkpoint writes the thousands of new files to disk now, so that stopping the server stays fast.
    const closed = `REVOKE ALL ON DATABASE ${SHOP}, ${STOREFRONT}, postgres, template1 FROM PUBLIC`
    await sql([...statements, closed, 'CHECKPOINT'])
  }
  return {
    shop: urlOf(SHOP, MEDUSA_ROLE, secrets.medusaDatabasePassword),
    storefront: urlOf(STOREFRONT, STOREFRONT_ROLE, secrets.storefrontDatabasePassword),
  }
}

/** Sets the passwords too: copied data has those of another folder. */
function rolesOf({ secrets }: ShopDatabaseOptions): string[] {
  const passwords = {
    [MEDUSA_ROLE]: secrets.medusaDatabasePassword,
    [STOREFRONT_ROLE]: secrets.storefrontDatabasePassword,
  }
  return Object.entries(passwords).flatMap(([role, password]) => [
    `DO $$ BEGIN CREATE ROLE ${role} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `ALTER ROLE ${role} PASSWORD '${password}'`,
  ])
}

/** Fixed, so that a new key replaces the previous one. */
const ADMIN_KEY_ID = 'apk_lumenite_embedded'

/** Also sets the key of the Admin API. Existing products and settings are not changed. Throws StartError. */
export async function prepareShop(url: string, options: ShopDatabaseOptions): Promise<void> {
  const sql = sqlOn(url, options)
  const [[found] = []] = await sql(["SELECT obj_description(to_regclass('api_key'), 'pg_class') AS tables"])
  if (found?.['tables'] !== tablesKey(options)) await migrate(url, options)

  const { adminKey } = options.secrets
  const salt = randomBytes(16).toString('hex')
  const redacted = `${adminKey.slice(0, 6)}***${adminKey.slice(-3)}`
  const [, publishable = []] = await sql([
    `INSERT INTO api_key (id, token, salt, redacted, title, type, created_by)
      VALUES ('${ADMIN_KEY_ID}', '${hashOf(adminKey, salt)}', '${salt}', '${redacted}', 'Embedded', 'secret', 'start')
      ON CONFLICT (id) DO UPDATE SET token = excluded.token, salt = excluded.salt, redacted = excluded.redacted,
        revoked_at = NULL, deleted_at = NULL`,
    `SELECT id FROM api_key WHERE token = '${options.publishableKey}'`,
  ])
  if (publishable.length === 0) await seed(url, options)
}

function hashOf(key: string, salt: string): string {
  return scryptSync(key, salt, 64).toString('hex')
}

/** The version of the tables is in a comment, so that copies of the database include it. */
async function migrate(url: string, options: ShopDatabaseOptions): Promise<void> {
  options.log('Creating the tables of the shop, less than a minute…')
  await runCommerce('migrate.ts', [], url, 'The tables of the shop could not be made', options)
  await sqlOn(url, options)([`COMMENT ON TABLE api_key IS '${tablesKey(options)}'`])
}

async function seed(url: string, options: ShopDatabaseOptions): Promise<void> {
  options.log('Adding the sample shop, once: products in two languages and eight currencies, less than a minute…')
  await runCommerce('run-script.ts', ['seed.js'], url, 'The sample shop could not be filled', options)
}

async function runCommerce(
  program: string,
  args: string[],
  url: string,
  failure: string,
  { commerceDir, folder, publishableKey, signal }: ShopDatabaseOptions,
): Promise<void> {
  const log = join(folder.logs, 'prepare.log')
  const env = { ...SCRIPT_ENVIRONMENT, DATABASE_URL: url, MEDUSA_PUBLISHABLE_KEY: publishableKey }
  const run = commerceProgram(commerceDir, [program, ...args], { log, env })
  const timeout = AbortSignal.timeout(STEP_TIMEOUT_MS)
  try {
    await runProcess(run, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      folder,
      name: 'prepare',
    })
  } catch (error) {
    if (timeout.aborted)
      throw new StartError(`${failure} within ${STEP_TIMEOUT_MS / 60_000} minutes; what was done is in ${log}.`, {
        cause: error,
      })
    if (!(error instanceof ProcessFailure)) throw error
    throw new StartError(
      isDiskFull(error.output)
        ? `${failure}: the disk is full; make room and start again.`
        : `${failure}; the reason is at the end of ${log}.`,
      { cause: error },
    )
  }
}

/** `LOG_LEVEL` avoids a log line for every event. A single Medusa needs no Redis and must not use the storefront's. */
const COMMERCE_ENVIRONMENT = {
  NODE_ENV: 'production',
  MEDUSA_DISABLE_TELEMETRY: '1',
  LOG_LEVEL: 'warn',
  REDIS_URL: '',
  SECRET: '',
}

export function commerceProgram(
  commerceDir: string,
  [file = '', ...args]: string[],
  { log, env }: { log: string; env: Record<string, string> },
): ProcessOptions {
  return {
    command: process.execPath,
    args: [join(commerceDir, 'bin', file), ...args],
    cwd: commerceDir,
    log,
    env: { ...COMMERCE_ENVIRONMENT, ...env },
    channel: true,
  }
}

export const SCRIPT_ENVIRONMENT = { MEDUSA_SECRET: 'a script signs no tokens, so this is no secret' }

function sqlOn(url: string, { commerceDir, folder, signal }: ShopDatabaseOptions): Sql {
  const log = join(folder.logs, 'prepare.log')
  return async (statements) => {
    try {
      const run = {
        command: process.execPath,
        args: [join(commerceDir, 'bin/sql.ts')],
        cwd: commerceDir,
        log,
        // Every user of the machine can read the command line of a process, but not its environment.
        env: { DATABASE_URL: url },
        stdio: 'pipe-out' as const,
      }
      return JSON.parse(await runProcess(run, { input: JSON.stringify(statements), signal })) as Record<
        string,
        unknown
      >[][]
    } catch (error) {
      if (!(error instanceof ProcessFailure)) throw error
      if (isDiskFull(error.output) || error.output.includes('checkpoint request failed')) {
        throw new StartError("The shop's database cannot write to its disk; make room and start again.", {
          cause: error,
        })
      }
      const [reason = 'no reason given'] = error.output.trim().split('\n').slice(-1)
      throw new StartError(`The shop's database does not do what it is asked: ${reason}.`, { cause: error })
    }
  }
}

async function commentOf(sql: Sql, database: string): Promise<string | undefined> {
  const [[row] = []] = await sql([
    `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = '${database}'`,
  ])
  const comment = row?.['comment']
  return typeof comment === 'string' ? comment : undefined
}

const TABLES = ['package-lock.json', 'medusa-config.js', 'src/migration-scripts']

function tablesKey({ commerceDir }: Pick<ShopDatabaseOptions, 'commerceDir'>): string {
  const hash = createHash('sha256')
  for (const file of TABLES.flatMap((source) => filesUnder(join(commerceDir, source)))) hash.update(readFileSync(file))
  return `tables ${hash.digest('hex').slice(0, 24)}`
}

export function sourceKey({
  commerceDir,
  publishableKey,
}: Pick<ShopDatabaseOptions, 'commerceDir' | 'publishableKey'>): string {
  const hash = createHash('sha256').update(`${MEDUSA_ROLE} ${publishableKey}`)
  const sources = [...TABLES, 'src/shop', 'src/seed', '../content/media/manifest.json']
  for (const file of sources.flatMap((source) => filesUnder(join(commerceDir, source)))) {
    hash.update(relative(commerceDir, file)).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 24)
}

export function filesUnder(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
}
