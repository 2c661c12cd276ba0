import { Client } from 'pg'

/** Runs one statement in a database, on a connection of its own. @returns its rows */
export async function inDatabase(
  url: string,
  sql: string,
  parameters: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql, parameters)).rows
  } finally {
    await client.end()
  }
}

export interface MadeDatabase {
  url: string
  /** Open connections are terminated. */
  drop: () => Promise<void>
}

/**
 * Creates a database on the server of another one.
 * @param template database to copy; empty without it
 */
export async function createDatabaseBeside(url: string, name: string, template?: string): Promise<MadeDatabase> {
  await inDatabase(url, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`)
  const made = new URL(url)
  made.pathname = `/${name}`
  return { url: made.href, drop: async () => dropDatabaseBeside(url, name) }
}

/** Drops a database on the server of another one. Open connections are terminated. */
export async function dropDatabaseBeside(url: string, name: string): Promise<void> {
  await inDatabase(url, `DROP DATABASE ${name} WITH (FORCE)`)
}
