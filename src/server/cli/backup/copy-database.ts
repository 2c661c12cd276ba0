import type { Client } from 'pg'

import { CommandError } from '../operator-command.ts'
import type { Archive, ArchiveEntry } from './archive-file.ts'
import { copyIn, copyOut } from './copy-streams.ts'
import { describeSchemas, type SchemaDescription } from './describe-schema.ts'
import { PARTS, type Part } from './shop-databases.ts'

const DESCRIPTION = 'schema.json'

/** Begins a transaction that sees the database as it is at its first query. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
}

/**
 * Adds one part of the shop's data to an archive: `part/schema.json`, then the rows of each table.
 * @param client in a transaction of `beginSnapshot`
 * @throws CommandError, or PostgreSQL's error
 */
export async function dumpPart(client: Client, part: Part, archive: Archive): Promise<{ tables: number }> {
  const description = await describeSchemas(client, PARTS[part])
  await archive.add(`${part}/${DESCRIPTION}`, [Buffer.from(JSON.stringify(description))])
  for (const { name, columns } of description.tables) {
    await archive.add(`${part}/${name}`, copyOut(client, `COPY ${name} (${columns}) TO STDOUT`))
  }
  return { tables: description.tables.length }
}

/** @returns how many tables the schemas of a part have */
export async function countTables(client: Client, part: Part): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM pg_tables WHERE schemaname = ANY ($1)',
    [PARTS[part]],
  )
  return rows[0]?.count ?? 0
}

export interface PartRestore {
  /** Handles one entry of the part; the description comes first. */
  read: (entry: ArchiveEntry) => Promise<void>
  /** Adds what follows the rows: indexes, constraints, the values of sequences. */
  complete: () => Promise<void>
}

/**
 * Restores one part of the shop's data.
 * @param client in a transaction; nothing is changed unless it is committed
 * @param isReplacing whether what is there is dropped first
 * @throws PostgreSQL's error
 */
export function restorePart(client: Client, part: Part, isReplacing: boolean): PartRestore {
  let description: SchemaDescription | undefined
  return {
    async read({ name, chunks }) {
      const table = name.slice(part.length + 1)
      if (table === DESCRIPTION) {
        description = JSON.parse((await collect(chunks)).toString()) as SchemaDescription
        if (isReplacing) for (const schema of PARTS[part]) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
        // A function may name a table that is created after it.
        await client.query("SET LOCAL check_function_bodies TO off; SET LOCAL search_path TO ''")
        for (const statement of description.before) await client.query(statement)
        return
      }
      const known = description?.tables.find((one) => one.name === table)
      if (!known) throw new Error(`the archive has rows of ${name}, but no table of that name`)
      await copyIn(client, `COPY ${known.name} (${known.columns}) FROM STDIN`, chunks)
    },
    async complete() {
      for (const statement of description?.after ?? []) await client.query(statement)
    },
  }
}

/** Turns PostgreSQL's error into a sentence for the operator. */
export function toCommandError(error: unknown, what: string): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (error instanceof CommandError || typeof code !== 'string') return error
  const remedy: Record<string, string> = {
    '55P03': 'The shop still uses the database. Stop the shop and try again.',
    '42501': 'Give this role the right to do so, or use the role that owns the database.',
    '53100': 'The disk of the database is full. Make room and try again.',
    ENOSPC: 'The disk is full. Make room and try again.',
    EACCES: 'Check the permissions of the folder.',
    EROFS: 'Choose another folder.',
    ENOENT: 'Check the name.',
    EEXIST: 'Remove it, or choose another name.',
  }
  return new CommandError(`${what}: ${message} (${code}). ${remedy[code] ?? ''}`.trimEnd(), { cause: error })
}

export async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
