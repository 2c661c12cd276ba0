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

/**
 * Creates a database beside another one, for the same role.
 * @param superuserUrl a database of the server, opened by its superuser
 * @param template database to copy; empty without it
 */
export async function createDatabaseBeside(superuserUrl: string, url: string, name: string, template = 'template1') {
  const made = new URL(url)
  made.pathname = `/${name}`
  await inDatabase(superuserUrl, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${made.username}`)
  return { url: made.href, drop: async () => dropDatabase(superuserUrl, name) }
}

/** Open connections are terminated. */
export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  await inDatabase(superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`)
}
