import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { Config } from '#server/config.ts'

import { CommandError } from '../operator-command.ts'
import type { ShopFolders } from './shop-files.ts'

const SHORTEST_KEY = 32

/**
 * Reads the key of archives: from a file, or else BACKUP_KEY.
 * @throws CommandError if the file cannot be read or its key is too short
 */
export function readKey({ backupKey }: Config, keyFile: string | undefined): string | undefined {
  if (keyFile === undefined) return backupKey
  let key: string
  try {
    key = readFileSync(keyFile, 'utf8').trim()
  } catch (error) {
    throw new CommandError(`The key file ${keyFile} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    })
  }
  if (key.length >= SHORTEST_KEY) return key
  throw new CommandError(
    `The key in ${keyFile} has ${key.length} characters; it needs ${SHORTEST_KEY}. Create one with: openssl rand -hex 32`,
  )
}

/** @param uploads the folder of Medusa's uploads, unless it is in the data folder */
export function toFolders({ dataDir, contentDir }: Config, uploads: string | undefined): ShopFolders {
  return { data: dataDir, content: contentDir, uploads: uploads ? resolve(uploads) : join(dataDir, 'uploads') }
}

/** Formats a number of bytes. */
export function toSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
