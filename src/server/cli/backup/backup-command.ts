import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import type { Config } from '#server/config.ts'
import { readRunningShop } from '#server/main/running-shop.ts'

import { CommandError, readSettings, runWithArguments } from '../operator-command.ts'
import { createArchive, type Archive } from './archive-file.ts'
import { readKey, toFolders, toSize } from './backup-options.ts'
import { beginSnapshot, dumpPart, toCommandError } from './copy-database.ts'
import { makeManifest } from './manifest.ts'
import { disconnect, openShopDatabases, PARTS, type Part, type ShopDatabases } from './shop-databases.ts'
import { listShopFiles, readIfPresent } from './shop-files.ts'

const HELP = `npm run backup                              writes backups/lumenite-<time>.backup
npm run backup -- --to FOLDER_OR_FILE       writes it there
npm run backup -- --key-file FILE           encrypts it with the key in that file instead of BACKUP_KEY
npm run backup -- --uploads FOLDER          takes Medusa's uploads from there instead of DATA_DIR/uploads

Writes both databases, the secrets, the uploads and the content to one file. The shop may run meanwhile.
Uses DATABASE_URL and COMMERCE_DATABASE_URL, or else the databases of the data folder.`

const OPTIONS = { to: { type: 'string' }, 'key-file': { type: 'string' }, uploads: { type: 'string' } } as const

/** `npm run backup`: writes the shop to one archive. */
await runWithArguments({ help: HELP, options: OPTIONS }, async ({ values }) => {
  const config = readSettings()
  const key = readKey(config, values['key-file'])
  const file = targetOf(values.to)
  assertHasShop(config)
  const folders = toFolders(config, values.uploads)
  const databases = await openShopDatabases(config, { isRunning: true })
  try {
    await writeArchive(file, key, async (archive) => {
      await dumpDatabases(config, databases, archive)
      const files = await listShopFiles(folders)
      for (const { name, path } of files) await archive.add(name, readIfPresent(path))
      console.log(`files: ${files.length}`)
    })
  } finally {
    await disconnect(databases)
    await databases.close()
  }
  if (key !== undefined) return
  console.log(
    'The backup is not encrypted. It holds secrets and customers’ data: set BACKUP_KEY to encrypt the next one.',
  )
})

async function dumpDatabases(config: Config, { clients }: ShopDatabases, archive: Archive): Promise<void> {
  for (const client of new Set(Object.values(clients))) await beginSnapshot(client)
  await archive.add('manifest.json', [Buffer.from(JSON.stringify(await makeManifest(config, clients), null, 2))])
  for (const part of Object.keys(PARTS) as Part[]) {
    const { tables } = await dumpPart(clients[part], part, archive)
    console.log(`database of the ${part}: ${tables} tables`)
  }
}

async function writeArchive(file: string, key: string | undefined, fill: (archive: Archive) => Promise<void>) {
  const archive = createArchive(file, key)
  const interrupt = (): never => {
    archive.discard()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  try {
    await fill(archive)
    console.log(`${file} is complete: ${toSize(await archive.finish())}`)
  } catch (error) {
    archive.discard()
    throw toCommandError(error, 'The backup failed and left no file')
  }
}

/** @throws CommandError if the file exists, or its folder cannot be created */
function targetOf(to: string | undefined): string {
  const name = `lumenite-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  const path = resolve(to ?? 'backups')
  const isFolder = to === undefined || to.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())
  const file = isFolder ? join(path, name) : path
  if (existsSync(file)) throw new CommandError(`${file} exists. Remove it, or choose another name with --to.`)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw toCommandError(error, `The folder of ${basename(file)} cannot be created`)
  }
  return file
}

/** @throws CommandError if the settings name no databases and the data folder has none either */
function assertHasShop({ dataDir, commerce, backend }: Config): void {
  if (backend || commerce.databaseUrl || readRunningShop(dataDir)) return
  if (existsSync(join(dataDir, 'commerce-secrets.json'))) return
  throw new CommandError(`No shop has started on the data folder ${dataDir}. Name it with DATA_DIR.`)
}
