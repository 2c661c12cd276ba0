import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Build } from '#shared/page/build-manifest.ts'
import { scriptInventoryPath, type ScriptInventory } from '#shared/page/script-inventory.ts'

/**
 * Reads which build lies in a folder; a server keeps its own even where a newer one is laid there under it.
 * @param clientDir the browser's half of a build
 */
export async function readBuild(clientDir: string): Promise<string> {
  const { id } = JSON.parse(await readFile(join(clientDir, '.vite/build.json'), 'utf8')) as Build
  return id
}

/**
 * Reads what scripts a build has.
 * @param clientDir the browser's half of a build
 */
export async function readScriptInventory(clientDir: string, build: string): Promise<ScriptInventory> {
  return JSON.parse(await readFile(join(clientDir, scriptInventoryPath(build)), 'utf8')) as ScriptInventory
}
