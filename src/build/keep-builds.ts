import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Plugin } from 'vite'

/** The current one and those that open pages and a server that still runs from the folder use. */
const RETAINED_BUILDS = 3

const LIST = '.vite/builds.json'

/** Vite itself deletes no files. */
export function keepBuilds(): Plugin {
  return {
    name: 'keep-builds',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const earlier = await readBuilds(join(dir, LIST))
      const current = Object.keys(bundle).toSorted()
      const builds = [current, ...(earlier ?? []).filter((files) => files.join() !== current.join())]
      const retained = builds.slice(0, RETAINED_BUILDS)
      await mkdir(dirname(join(dir, LIST)), { recursive: true })
      await writeFile(join(dir, LIST), JSON.stringify(retained))
      // Without a list of earlier builds, old files cannot be recognized.
      if (earlier) await removeOthers(dir, new Set(retained.flat()))
    },
  }
}

async function removeOthers(dir: string, retained: ReadonlySet<string>): Promise<void> {
  for await (const file of glob(['assets/*', '_app/builds/meta/*', '.vite/scripts/*'], { cwd: dir })) {
    const isSaved = retained.has(file.replace(/\.(?:br|gz)$/, ''))
    if (!isSaved) await rm(join(dir, file))
  }
}

/** Newest first; undefined if there is no list yet. */
async function readBuilds(list: string): Promise<string[][] | undefined> {
  try {
    return JSON.parse(await readFile(list, 'utf8')) as string[][]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
