import { parseArgs, type ParseArgsConfig } from 'node:util'

import { Client } from 'pg'

import { ConfigError, loadConfig, loadStaffConfig, type Config, type StaffConfig } from '#server/config.ts'
import type { Database, Queryable } from '#server/infra/database/database.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'
import { StartError } from '#server/infra/start-error.ts'
import { readRunningShop } from '#server/main/running-shop.ts'

const CONNECT_MS = 3000
/** PostgreSQL's error code `undefined_table`. */
const NO_TABLE = '42P01'

/** A line for the help of commands that use `withTables`. */
export const DATABASE_HELP = 'Uses DATABASE_URL, or else the database of the sample shop that runs on DATA_DIR.'
/** The exit code of a command that found something that the operator has to check. */
export const EXIT_FOUND = 3

/** An error whose message is printed without a stack trace. */
export class CommandError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>
type Arguments<Named extends Options> = ReturnType<typeof parseArgs<{ options: Named; allowPositionals: true }>>

interface CommandLine<Named extends Options> {
  /** Printed for `--help`. */
  help: string
  options?: Named
  allowPositionals?: boolean
}

/**
 * Runs a command with its parsed arguments, or prints its help. Prints an operator's error or a missing service as one
 * sentence and sets the exit code 1.
 */
export async function runWithArguments<const Named extends Options>(
  { help, options, allowPositionals = false }: CommandLine<Named>,
  work: (args: Arguments<Named>) => Promise<void>,
): Promise<void> {
  try {
    const args = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals })
    if (args.values.help) console.log(help)
    else await work(args as unknown as Arguments<Named>)
  } catch (error) {
    console.error(isExpected(error) ? (error as Error).message : error)
    process.exitCode = 1
  }
}

/**
 * Reads the arguments of a command that lists entries, or does something with one of them.
 * @param verb the name of the action on one entry, such as `resend`
 * @returns the id of the entry; undefined for the list
 * @throws CommandError with the help for any other arguments
 */
export function readEntryId(positionals: readonly string[], verb: string, help: string): string | undefined {
  const [command = 'list', id] = positionals
  const isKnown = command === 'list' ? id === undefined : command === verb && id !== undefined
  if (isKnown && positionals.length <= 2) return id
  throw new CommandError(`Unknown command: "${positionals.join(' ')}".\n${help}`)
}

/** @throws ConfigError */
export function readSettings(): Config {
  return loadConfig(process.env)
}

/**
 * Reads the settings of the backend's Admin API.
 * @throws ConfigError
 */
export function readStaffSettings(): StaffConfig {
  return loadStaffConfig(process.env)
}

/**
 * Opens the storefront's database (DATABASE_URL, or that of the running sample shop) and closes it afterwards.
 * @throws CommandError if there is none
 */
async function withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl(), connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect().catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`The database does not respond (${error.code ?? error.message}).`)
    })
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Opens the storefront's database with its schema as the search path.
 * @param notYet the error message if the tables do not exist yet
 * @throws CommandError if the database or its tables do not exist
 */
export async function withTables<Result>(
  notYet: string,
  work: (database: Pick<Database, 'query' | 'transaction'>) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (client) => {
    await client.query(`SET search_path TO ${SCHEMA}`)
    const database: Queryable = {
      query: async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
        (await client.query(sql, [...values])).rows as Row[],
    }
    const transaction: Database['transaction'] = async (act) => {
      await client.query('BEGIN')
      try {
        const result = await act(database)
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      }
    }
    return work({ ...database, transaction }).catch((cause: { code?: unknown }) => {
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

function isExpected(error: unknown): boolean {
  return (
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof StartError ||
    String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  )
}
