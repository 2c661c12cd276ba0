import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Build } from '#shared/page/build-manifest.ts'

/**
 * Reads which build lies in a folder; a server keeps its own even where a newer one is laid there under it.
 * @param clientDir the browser's half of a build
 */
export async function readBuild(clientDir: string): Promise<string> {
  const { id } = JSON.parse(await readFile(join(clientDir, '.vite/build.json'), 'utf8')) as Build
  return id
}
