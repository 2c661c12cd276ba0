import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { Config } from '#server/config.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'

import { CommandError, readSettings, runWithArguments } from '../operator-command.ts'
import { readArchive, type ArchiveEntry } from './archive-file.ts'
import { readKey, toFolders, toSize } from './backup-options.ts'
import { collect, countTables, restorePart, toCommandError, type PartRestore } from './copy-database.ts'
import { majorVersion, newerThanHere, readSecret, secretCheck, type Manifest } from './manifest.ts'
import { disconnect, openShopDatabases, PARTS, type Part, type ShopDatabases } from './shop-databases.ts'
import { ARCHIVED, STAGING, stageFiles, type ShopFolders, type StagedFiles } from './shop-files.ts'

const HELP = `npm run restore -- FILE                     restores a backup into empty databases and an empty data folder
npm run restore -- FILE --force             replaces the shop that is there. It cannot be brought back
npm run restore -- FILE --key-file FILE     decrypts it with the key in that file instead of BACKUP_KEY
npm run restore -- FILE --uploads FOLDER    restores Medusa's uploads there instead of DATA_DIR/uploads

Stop the shop first. The archive is verified as a whole before anything is changed.
Uses DATABASE_URL and COMMERCE_DATABASE_URL, or else the embedded PostgreSQL of the data folder.`

const OPTIONS = { force: { type: 'boolean' }, 'key-file': { type: 'string' }, uploads: { type: 'string' } } as const
const ENTRIES_OF_PARTS = Object.keys(PARTS) as Part[]

/** `npm run restore`: restores a shop from an archive. */
await runWithArguments({ help: HELP, options: OPTIONS, allowPositionals: true }, async ({ values, positionals }) => {
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0) throw new CommandError(`Name one archive.\n${HELP}`)
  const file = resolve(name)
  const config = readSettings()
  const key = readKey(config, values['key-file'])
  const folders = toFolders(config, values.uploads)
  const { force = false } = values

  const { manifest, bytes } = await verify(file, key)
  console.log(`${file} is whole: version ${manifest.version}, made ${manifest.createdAt}, ${toSize(bytes)} of data`)
  if (!force) assertNoFiles(folders)
  const databases = await openShopDatabases(config, { isRunning: false })
  let isRestored = false
  try {
    await assertTargets(databases, manifest, force)
    const previous = await restore({ file, key, folders, databases, force })
    isRestored = true
    if (previous) console.log(`The content that was here is now in ${previous}.`)
  } finally {
    await disconnect(databases)
    await databases.close(isRestored)
  }
  warnOfSecret(config, manifest)
  console.log('The shop is restored. Start it.')
})

/** Reads the whole archive, so that damage is found before anything is changed. */
async function verify(file: string, key: string | undefined): Promise<{ manifest: Manifest; bytes: number }> {
  let manifest: Manifest | undefined
  let bytes = 0
  for await (const { name, chunks } of readArchive(file, key)) {
    if (name === 'manifest.json') manifest = JSON.parse((await collect(chunks)).toString()) as Manifest
    else for await (const chunk of chunks) bytes += chunk.length
  }
  if (!manifest) throw new CommandError(`${file} has no manifest. Use another backup.`)
  const newer = newerThanHere(manifest)
  if (newer) throw new CommandError(`${file} is of ${newer}. Update the shop to that version, then restore.`)
  return { manifest, bytes }
}

/** @throws CommandError if the folders hold a shop */
function assertNoFiles({ data, uploads }: ShopFolders): void {
  const found = [...ARCHIVED, 'postgres', 'postgres-home']
    .map((name) => join(data, name))
    .find((path) => existsSync(path))
  const hasUploads = existsSync(uploads) && readdirSync(uploads).some((name) => name !== STAGING)
  const taken = found ?? (hasUploads ? uploads : undefined)
  if (!taken) return
  throw new CommandError(
    `The data folder already holds a shop: ${taken} exists. Choose an empty folder with DATA_DIR, or replace that shop with --force.`,
  )
}

/** @throws CommandError if a database is in use or older than that of the archive */
async function assertTargets({ clients }: ShopDatabases, { postgres }: Manifest, force: boolean): Promise<void> {
  for (const part of ENTRIES_OF_PARTS) {
    const client = clients[part]
    const here = await majorVersion(client)
    if (here < postgres[part]) {
      throw new CommandError(
        `The backup is of PostgreSQL ${postgres[part]}, and this is PostgreSQL ${here}. Restore into a server of version ${postgres[part]} or later.`,
      )
    }
    const tables = force ? 0 : await countTables(client, part)
    if (tables === 0) continue
    throw new CommandError(
      `The database ${client.database} already has ${tables} tables of the ${part}. Restore into an empty database, or replace what is there with --force.`,
    )
  }
}

interface RestoreOptions {
  file: string
  key: string | undefined
  folders: ShopFolders
  databases: ShopDatabases
  force: boolean
}

/**
 * Restores everything. An error before the first database is committed changes nothing; after a later one, the restore
 * has to be repeated.
 * @returns the folder to which the previous content was moved
 */
async function restore({
  file,
  key,
  folders,
  databases: { clients },
  force,
}: RestoreOptions): Promise<string | undefined> {
  const all = new Set(Object.values(clients))
  const files = stageFiles(folders)
  let isCommitting = false
  try {
    // A restore that was interrupted left its files.
    await files.discard()
    for (const client of all) await client.query('BEGIN')
    const parts = {
      commerce: restorePart(clients.commerce, 'commerce', force),
      storefront: restorePart(clients.storefront, 'storefront', force),
    }
    await readInto(readArchive(file, key), parts, files)
    await endSessions(clients.storefront)
    isCommitting = true
    for (const client of all) await client.query('COMMIT')
    return await files.commit()
  } catch (error) {
    await files.discard()
    if (!isCommitting) throw toCommandError(error, 'The restore failed and changed nothing')
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`The restore was not completed: ${reason}. Restore again, with --force.`, { cause: error })
  }
}

/** Ends the sessions of customers, because some of them were signed out after the backup. */
async function endSessions(storefront: ShopDatabases['clients']['storefront']): Promise<void> {
  const table = `${SCHEMA}.customer_sessions`
  const { rows } = await storefront.query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [table])
  // Archives of earlier versions have no such table.
  if (rows[0]?.name) await storefront.query(`DELETE FROM ${table}`)
}

async function readInto(
  archive: AsyncIterable<ArchiveEntry>,
  parts: Record<Part, PartRestore>,
  files: StagedFiles,
): Promise<void> {
  for await (const entry of archive) {
    const part = ENTRIES_OF_PARTS.find((one) => entry.name.startsWith(`${one}/`))
    if (part) await parts[part].read(entry)
    else if (entry.name === 'manifest.json') await collect(entry.chunks)
    else await files.write(entry.name, entry.chunks)
  }
  for (const part of ENTRIES_OF_PARTS) {
    await parts[part].complete()
    console.log(`database of the ${part}: restored`)
  }
}

/** Without the former `SECRET`, the carts and links of the backup are not accepted. */
function warnOfSecret({ secret, formerSecrets, dataDir }: Config, { secretCheck: expected }: Manifest): void {
  const known = [secret ?? readSecret(dataDir), ...formerSecrets]
  if (expected === null || known.some((one) => secretCheck(one) === expected)) return
  console.log(
    'SECRET differs from that of the backup. Carts and links in sent emails do not work until that one is in FORMER_SECRETS.',
  )
}
