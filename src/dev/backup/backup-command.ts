import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { savedLocation } from '#dev/postgres-home.ts'
import { openDataFolder } from '#dev/processes/data-folder.ts'
import { CommandError, readSettings, runWithArguments } from '#server/cli/operator-command.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'

import { KEPT_FILES, run, runOnDatabase, shopParts, timeInName } from './shop-parts.ts'

const HELP = `npm run backup                       writes the folder backups/lumenite-<time>
npm run backup -- --to FOLDER        writes it in that folder
npm run backup -- --uploads FOLDER   takes Medusa's uploads from there instead of DATA_DIR/uploads

Dumps the databases of DATABASE_URL and COMMERCE_DATABASE_URL; the shop may run meanwhile. With the embedded database,
stop the shop first: its data folder is archived.`

const OPTIONS = { to: { type: 'string' }, uploads: { type: 'string' } } as const

await runWithArguments({ help: HELP, options: OPTIONS }, async ({ values: { to = 'backups', uploads } }) => {
  process.umask(0o077)
  const config = readSettings()
  const { isEmbedded, databases, folders } = shopParts(config, uploads)
  const { dataDir } = config
  const home = existsSync(join(dataDir, 'postgres')) ? dataDir : savedLocation(dataDir)
  if (isEmbedded && !home) {
    throw new CommandError(`No shop has started on the data folder ${dataDir}. Name it with DATA_DIR.`)
  }
  const target = resolve(to, `lumenite-${timeInName()}`)
  const part = `${target}.part`
  const lock = isEmbedded ? await openDataFolder(dataDir, console.log) : undefined
  try {
    createFolder(part)
    for (const { name, url } of databases) {
      // A customer may sign out after the backup.
      const options = ['--format=custom', `--exclude-table-data=${SCHEMA}.customer_sessions`]
      await runOnDatabase('pg_dump', url, [...options, `--file=${join(part, `${name}.dump`)}`])
    }
    const data = KEPT_FILES.filter((name) => existsSync(join(dataDir, name)))
    for (const [name, folder] of Object.entries(folders)) {
      const entries = name === 'data' ? data : ['.']
      if (name === 'data' && isEmbedded && home) entries.push('-C', home, 'postgres')
      // Links are replaced by what they lead to, because a restore refuses them.
      const options = ['--create', '--gzip', '--dereference', `--file=${join(part, `${name}.tar.gz`)}`]
      if (entries.length > 0 && existsSync(folder)) await run('tar', [...options, '-C', folder, ...entries])
    }
    renameSync(part, target)
  } finally {
    rmSync(part, { recursive: true, force: true })
    lock?.release()
  }
  if (config.backend && !config.commerce.databaseUrl) {
    console.log("Medusa's database is not in the backup: COMMERCE_DATABASE_URL is not set.")
  }
  console.log(`${target} is complete. It holds secrets and customers' data, and is not encrypted.`)
})

function createFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new CommandError(`${path} cannot be created (${code}). Choose another folder with --to.`, { cause })
  }
}
