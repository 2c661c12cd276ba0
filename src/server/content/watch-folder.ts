import { relative } from 'node:path'

import { watch } from 'chokidar'

/** Editors write a file several times. */
const QUIET_MS = 60
const MOST_DELAY_MS = 400
/** The ready event never comes if the folder is deleted before that. */
const READY_MS = 5000

export interface FolderWatch {
  /** Resolves when the watcher is ready, has failed or has timed out. */
  ready: Promise<void>
  close(): Promise<void>
}

/** Paths are relative to `root`, with `/`, and need not exist yet. */
export function watchFolder(
  root: string,
  paths: readonly string[],
  onChange: (touched: ReadonlySet<string>) => void,
  onError: (error: unknown) => void,
): FolderWatch {
  let touched = new Set<string>()
  let since = 0
  let timer: NodeJS.Timeout | undefined
  const relativeToRoot = (path: string) => relative(root, path).replaceAll('\\', '/')
  // Ignoring the rest of the root saves watchers for thousands of images.
  const isIgnored = (path: string) => {
    const own = `${relativeToRoot(path)}/`
    return own !== '/' && !paths.some((watched) => own.startsWith(`${watched}/`) || watched.startsWith(own))
  }
  // Symlinks are not followed, because one may point to the whole disk.
  const watcher = watch(root, { ignored: isIgnored, ignoreInitial: true, followSymlinks: false })
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  watcher.once('ready', resolve)
  const readyTimer = setTimeout(resolve, READY_MS).unref()
  watcher.on('error', (error) => {
    onError(error)
    // The server still works without a watcher.
    resolve()
  })
  watcher.on('all', (_event, path) => {
    touched.add(relativeToRoot(path))
    since ||= Date.now()
    clearTimeout(timer)
    timer = setTimeout(publish, Date.now() - since > MOST_DELAY_MS ? 0 : QUIET_MS)
  })

  function publish(): void {
    const changes = touched
    touched = new Set()
    since = 0
    onChange(changes)
  }

  return {
    ready,
    async close() {
      clearTimeout(timer)
      clearTimeout(readyTimer)
      // A closed watcher never emits ready.
      resolve()
      await watcher.close()
    },
  }
}
