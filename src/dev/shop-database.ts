import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

import { StartError } from '#server/start.ts'

import type { DataFolder } from './processes/data-folder.ts'
import { ProcessFailure, runProcess } from './processes/run-process.ts'

export const SHOP = 'lumenite'
const TEMPLATE = 'lumenite_template'
const UNFINISHED = 'lumenite_template_unfinished'
const STEP_PATIENCE = 300_000
const PREVIOUS = 'lumenite_previous'

export interface ShopKeys {
  publishable: string
  admin: string
}

export interface ShopDatabaseOptions {
  folder: DataFolder
  commerceDir: string
  keys: ShopKeys
  say: (line: string) => void
  signal: AbortSignal | undefined
}

/** Statements to run on a server, each answered with its rows. */
type Sql = (statements: string[]) => Promise<Record<string, unknown>[][]>

/**
 * Migrates and seeds the sample shop into a database that others are copied from, unless that was done before from the same sources.
 * @param urlOf the address of a database of that name
 * @throws StartError
 */
export async function prepareTemplate(urlOf: (name: string) => string, options: ShopDatabaseOptions): Promise<void> {
  const sql = sqlOn(urlOf('postgres'), options)
  const wanted = sourceKey(options)
  if ((await commentOf(sql, TEMPLATE)) === wanted) return
  await sql([`DROP DATABASE IF EXISTS ${UNFINISHED}`, `CREATE DATABASE ${UNFINISHED}`])
  await migrateAndSeed(urlOf(UNFINISHED), options)
  // Renamed only when whole: a start that is killed on the way begins again.
  await sql([
    `DROP DATABASE IF EXISTS ${TEMPLATE}`,
    `COMMENT ON DATABASE ${UNFINISHED} IS '${wanted}'`,
    `ALTER DATABASE ${UNFINISHED} RENAME TO ${TEMPLATE}`,
  ])
}

/** Makes the shop's own database, and an empty one of each other name, where they are missing. */
export async function createDatabases(
  urlOf: (name: string) => string,
  others: string[],
  options: ShopDatabaseOptions,
): Promise<void> {
  const sql = sqlOn(urlOf('postgres'), options)
  const wanted = await commentOf(sql, TEMPLATE)
  const [rows = []] = await sql(['SELECT datname FROM pg_database'])
  const existing = new Set(rows.map(({ datname }) => datname))
  const statements = others.filter((name) => !existing.has(name)).map((name) => `CREATE DATABASE ${name}`)
  if (existing.has(SHOP) && (await commentOf(sql, SHOP)) !== wanted) {
    options.say(`The sample shop has changed: a new one is made, the old one is kept as database ${PREVIOUS}.`)
    statements.push(`DROP DATABASE IF EXISTS ${PREVIOUS}`, `ALTER DATABASE ${SHOP} RENAME TO ${PREVIOUS}`)
    existing.delete(SHOP)
  }
  if (!existing.has(SHOP)) {
    statements.push(`CREATE DATABASE ${SHOP} TEMPLATE ${TEMPLATE}`, `COMMENT ON DATABASE ${SHOP} IS '${wanted ?? ''}'`)
  }
  // Thousands of new files are written out now: at a stop nobody would want to wait for it.
  if (statements.length > 0) await sql([...statements, 'CHECKPOINT'])
}

/** Brings a database that is not ours to copy, named by the operator, up to date. */
export async function prepareOutside(url: string, options: ShopDatabaseOptions): Promise<void> {
  const sql = sqlOn(url, options)
  const [[table] = []] = await sql(["SELECT to_regclass('api_key') AS name"])
  const [[key] = []] = table?.['name']
    ? await sql([`SELECT id FROM api_key WHERE token = '${options.keys.publishable}'`])
    : []
  if (!key) await migrateAndSeed(url, options)
}

async function migrateAndSeed(url: string, options: ShopDatabaseOptions): Promise<void> {
  options.say('Preparing the sample shop, once: its tables, about 10 s…')
  await runCommerce('migrate.ts', [], url, 'The tables of the shop could not be made', options)
  options.say('Preparing the sample shop, once: its pieces in two languages and eight currencies, about 5 s…')
  const { publishable, admin } = options.keys
  await runCommerce(
    'run-script.ts',
    ['seed.js', publishable, admin],
    url,
    'The sample shop could not be filled',
    options,
  )
}

async function runCommerce(
  program: string,
  args: string[],
  url: string,
  failure: string,
  { commerceDir, folder, signal }: ShopDatabaseOptions,
): Promise<void> {
  const log = join(folder.logs, 'prepare.log')
  const env = { ...COMMERCE_ENVIRONMENT, DATABASE_URL: url, SECRET: 'prepares the shop and answers nobody' }
  const run = {
    command: process.execPath,
    args: [join(commerceDir, 'bin', program), ...args],
    cwd: commerceDir,
    log,
    env,
    channel: true as const,
  }
  const timeout = AbortSignal.timeout(STEP_PATIENCE)
  try {
    await runProcess(run, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      notes: folder,
      name: 'prepare',
    })
  } catch (error) {
    if (timeout.aborted)
      throw new StartError(`${failure} within ${STEP_PATIENCE / 60_000} minutes; what was done is in ${log}.`, {
        cause: error,
      })
    if (!(error instanceof ProcessFailure)) throw error
    throw new StartError(
      /ENOSPC|no space left/i.test(error.output)
        ? `${failure}: the disk is full; make room and start again.`
        : `${failure}; the reason is at the end of ${log}.`,
      { cause: error },
    )
  }
}

/**
 * What every process of the backend is told. Its own log would have a line for every event; and it is one, which shares
 * nothing through the storefront's Redis.
 */
export const COMMERCE_ENVIRONMENT = {
  NODE_ENV: 'production',
  MEDUSA_DISABLE_TELEMETRY: '1',
  LOG_LEVEL: 'warn',
  REDIS_URL: '',
}

function sqlOn(url: string, { commerceDir, folder, signal }: ShopDatabaseOptions): Sql {
  const log = join(folder.logs, 'prepare.log')
  return async (statements) => {
    try {
      const run = {
        command: process.execPath,
        args: [join(commerceDir, 'bin/sql.ts'), url],
        cwd: commerceDir,
        log,
        stdio: 'pipe-out' as const,
      }
      return JSON.parse(await runProcess(run, { input: JSON.stringify(statements), signal })) as Record<
        string,
        unknown
      >[][]
    } catch (error) {
      if (!(error instanceof ProcessFailure)) throw error
      if (/No space left on device|checkpoint request failed/.test(error.output)) {
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

/** Changes with everything that the template is made from. */
export function sourceKey({ commerceDir, keys }: Pick<ShopDatabaseOptions, 'commerceDir' | 'keys'>): string {
  const hash = createHash('sha256').update(JSON.stringify(keys))
  const sources = ['package-lock.json', 'medusa-config.js', 'src/shop', 'src/seed', '../content/media/manifest.json']
  for (const file of sources.flatMap((source) => filesUnder(join(commerceDir, source)))) {
    hash.update(relative(commerceDir, file)).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 24)
}

function filesUnder(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
}
