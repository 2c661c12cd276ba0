import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { ConfigError, loadConfig, loadStaffConfig, type Config, type StaffConfig } from '#server/config.ts'
import type { Queryable } from '#server/infra/database/database.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'
import { readRunningShop } from '#server/main/running-shop.ts'

const CONNECT_MS = 3000
/** PostgreSQL's code for a table that is not there. */
const NO_TABLE = '42P01'

/** What an operator is told instead of a stack. */
export class CommandError extends Error {}

/** Runs a command that an operator typed: what they did wrong, and what is away, is said in a sentence. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isExpected = error instanceof CommandError || error instanceof ConfigError || isAboutArguments(error)
    console.error(isExpected ? (error as Error).message : error)
    process.exitCode = 1
  }
}

/**
 * Reads `--days` (30 without it) and `--help` of a report, and prints the help if it is asked for.
 * @param cachedDays how far back the report can look
 * @returns the number of days; undefined if the help was printed
 * @throws CommandError for days that the report cannot look back
 */
export function readReportDays(help: string, cachedDays: number): number | undefined {
  const { values } = parseArgs({
    options: { days: { type: 'string', default: '30' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) {
    console.log(help)
    return undefined
  }
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > cachedDays)
    throw new CommandError(`--days is a number from 1 to ${cachedDays}, not "${values.days}".`)
  return days
}

/** What the operator has set. @throws ConfigError */
export function readSettings(): Config {
  return loadConfig(process.env)
}

/** What the operator has set of the back office. @throws ConfigError */
export function readStaffSettings(): StaffConfig {
  return loadStaffConfig(process.env)
}

/**
 * Opens the storefront's database, be it DATABASE_URL or that of the sample shop that runs, and closes it afterwards.
 * @throws CommandError where there is none
 */
export async function withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl(), connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect().catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`The database does not answer (${error.code ?? error.message}).`)
    })
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Asks the storefront's own tables.
 * @param notYet what is said where no shop has made the tables yet
 * @throws CommandError where there is no database, or none of its tables
 */
export async function withTables<Result>(
  notYet: string,
  work: (database: Queryable) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (client) => {
    await client.query(`SET search_path TO ${SCHEMA}`)
    const database: Queryable = {
      query: async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
        (await client.query(sql, [...values])).rows as Row[],
    }
    return work(database).catch((cause: { code?: unknown }) => {
      if (cause.code !== NO_TABLE) throw cause
      throw new CommandError(notYet, { cause })
    })
  })
}

function databaseUrl(): string {
  const { databaseUrl: url, dataDir } = readSettings()
  const found = url ?? readRunningShop(dataDir)?.storefrontDatabaseUrl
  if (found) return found
  throw new CommandError(
    `No sample shop runs on the data folder ${dataDir}; start it, or name a database with DATABASE_URL.`,
  )
}

function isAboutArguments(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}
