import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Client } from 'pg'

import { savedLocation } from '#dev/postgres-home.ts'
import { openDataFolder } from '#dev/processes/data-folder.ts'
import { CommandError, readSettings, runWithArguments } from '#server/cli/operator-command.ts'

import { KEPT_FILES, run, runOnDatabase, shopParts, timeInName } from './shop-parts.ts'

const HELP = `npm run restore -- FOLDER                     restores a backup into empty databases and an empty data folder
npm run restore -- FOLDER --force             replaces the shop that is there. It cannot be brought back
npm run restore -- FOLDER --uploads FOLDER    restores Medusa's uploads there instead of DATA_DIR/uploads

Stop the shop first. Restore only your own backups: a dump holds SQL, which runs with the rights of the shop's roles. Uses the same
settings as npm run backup.`

const OPTIONS = { force: { type: 'boolean' }, uploads: { type: 'string' } } as const
/** The folder of files that are not in their place yet. The data folder may be a mount point, which cannot be replaced. */
const STAGING = '.restoring'
const PG_RESTORE = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-acl']

await runWithArguments({ help: HELP, options: OPTIONS, allowPositionals: true }, async ({ values, positionals }) => {
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0) throw new CommandError(`Name one backup.\n${HELP}`)
  const backup = resolve(name)
  const { isEmbedded, databases, folders } = shopParts(readSettings(), values.uploads)
  const { data, uploads, content } = folders
  const dumps = databases.map((database) => ({ ...database, file: join(backup, `${database.name}.dump`) }))
  assertFits(backup, dumps)
  if (!values.force) {
    assertNoFiles(data, uploads)
    for (const { url } of dumps) await assertEmpty(url)
  }

  const now = timeInName()
  const staged = { data: join(data, STAGING), uploads: join(uploads, STAGING), content: `${content}${STAGING}` }
  const lock = await openDataFolder(data, console.log)
  try {
    // Everything is read once before anything is replaced.
    for (const { file } of dumps) await run('pg_restore', ['--file=/dev/null', file])
    for (const [part, folder] of Object.entries(staged)) await unpack(join(backup, `${part}.tar.gz`), folder)
    if (existsSync(join(staged.data, 'postgres')) !== isEmbedded) {
      throw new CommandError(
        isEmbedded
          ? 'The backup has no embedded database. Set DATABASE_URL and COMMERCE_DATABASE_URL.'
          : 'The backup has an embedded database. Unset MEDUSA_URL and COMMERCE_DATABASE_URL.',
      )
    }
    for (const { name: part, url, file } of dumps) {
      if (values.force) await replaceDatabase(url, file, join(data, `${part}.before-${now}.dump`))
      else await runOnDatabase('pg_restore', url, [...PG_RESTORE, file])
    }
    const outside = savedLocation(data)
    if (outside) rmSync(outside, { recursive: true })
    for (const entry of [...KEPT_FILES, 'postgres', 'postgres-home']) {
      rmSync(join(data, entry), { recursive: true, force: true })
      if (entry !== 'postgres-home' && existsSync(join(staged.data, entry))) move(entry, staged.data, data)
    }
    if (existsSync(staged.uploads)) {
      const earlier = readdirSync(uploads).filter((entry) => entry !== STAGING)
      for (const entry of earlier) rmSync(join(uploads, entry), { recursive: true })
      for (const entry of readdirSync(staged.uploads)) move(entry, staged.uploads, uploads)
    }
    if (existsSync(content)) {
      const previous = `${content}.before-${now}`
      renameSync(content, previous)
      console.log(`The content that was here is now in ${previous}.`)
    }
    renameSync(staged.content, content)
  } finally {
    for (const folder of Object.values(staged)) rmSync(folder, { recursive: true, force: true })
    lock.release()
  }
  console.log('The shop is restored. Start it.')
})

/** @throws CommandError unless the backup has a dump for each database of the settings, and no other */
function assertFits(backup: string, dumps: { name: string }[]): void {
  if (!existsSync(join(backup, 'content.tar.gz'))) {
    throw new CommandError(`${backup} is not a backup of a shop. Name the folder that npm run backup wrote.`)
  }
  const settings = { storefront: 'DATABASE_URL', commerce: 'COMMERCE_DATABASE_URL' }
  for (const [name, setting] of Object.entries(settings)) {
    const isThere = existsSync(join(backup, `${name}.dump`))
    if (isThere === dumps.some((dump) => dump.name === name)) continue
    throw new CommandError(
      isThere
        ? `The backup has ${name}.dump. Name its database with ${setting}.`
        : `The backup has no ${name}.dump. Unset ${setting}.`,
    )
  }
}

/** @throws CommandError if the folders hold a shop */
function assertNoFiles(data: string, uploads: string): void {
  const entries = [...KEPT_FILES, 'postgres', 'postgres-home'].map((entry) => join(data, entry))
  const found = entries.find((path) => existsSync(path)) ?? (existsSync(uploads) && readdirSync(uploads)[0] && uploads)
  if (!found) return
  throw new CommandError(
    `The data folder already holds a shop: ${found} exists. Choose an empty folder with DATA_DIR, or replace that shop with --force.`,
  )
}

/** @throws CommandError if the database has tables */
async function assertEmpty(url: string): Promise<void> {
  const found = await connected(url, (client) =>
    client.query("SELECT FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"),
  )
  if (found.rowCount === 0) return
  throw new CommandError(
    `The database ${new URL(url).pathname.slice(1)} already has ${found.rowCount} tables. Restore into an empty database, or replace what is there with --force.`,
  )
}

/** @throws CommandError that names the dump of what the database held, if it cannot be restored */
async function replaceDatabase(url: string, file: string, previous: string): Promise<void> {
  writeFileSync(previous, '', { mode: 0o600 })
  await runOnDatabase('pg_dump', url, ['--format=custom', `--file=${previous}`])
  try {
    // `pg_restore --clean` fails on partitions and on tables that are not in the dump.
    await connected(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "SELECT quote_ident(nspname) AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'",
      )
      await client.query(`DROP SCHEMA ${rows.map(({ name }) => name).join()} CASCADE; CREATE SCHEMA public`)
    })
    await runOnDatabase('pg_restore', url, [...PG_RESTORE, file])
  } catch (cause) {
    const reason = (cause as Error).message
    throw new CommandError(`${reason}\nWhat the database held before is in ${previous}.`, { cause })
  }
  rmSync(previous)
}

async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url)
  try {
    await client.connect().catch((cause: NodeJS.ErrnoException) => {
      const { hostname, pathname } = new URL(url)
      throw new CommandError(
        `The database ${pathname.slice(1)} on ${hostname} does not answer (${cause.code ?? cause.message}). Start it, or correct its URL.`,
        { cause },
      )
    })
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The archive may come from elsewhere: tar keeps its files below the folder, and links and devices are refused. */
async function unpack(archive: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  if (!existsSync(archive)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await run('tar', [
    '--extract',
    '--gzip',
    `--file=${archive}`,
    '-C',
    folder,
    '--no-same-owner',
    '--no-same-permissions',
  ])
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) continue
    throw new CommandError(`${archive} holds ${entry.name}, which is no file. Nothing was changed. Use another backup.`)
  }
}

function move(entry: string, from: string, to: string): void {
  renameSync(join(from, entry), join(to, entry))
}
