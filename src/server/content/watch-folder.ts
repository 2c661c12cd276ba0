import { relative } from 'node:path'

import { watch } from 'chokidar'

/** Debounce: changes are reported after this quiet time, because editors write a file several times. */
const QUIET_MS = 60
/** Maximum delay of the debounce. */
const MOST_DELAY_MS = 400
/** Timeout for the watcher's ready event, which never comes if the folder is deleted meanwhile. */
const READY_MS = 5000

export interface FolderWatch {
  /** Resolves when the watcher is ready, or has failed or timed out. */
  ready: Promise<void>
  close(): Promise<void>
}

/**
 * Watches files and folders and reports changes in debounced batches.
 * @param root base of the reported paths
 * @param places files and folders inside the root, which need not exist yet
 * @param changed called with the changed paths, with `/`
 */
export function watchFolder(
  root: string,
  places: readonly string[],
  changed: (touched: ReadonlySet<string>) => void,
  failed: (error: unknown) => void,
): FolderWatch {
  let touched = new Set<string>()
  let since = 0
  let timer: NodeJS.Timeout | undefined
  const inside = (path: string) => relative(root, path).replaceAll('\\', '/')
  // Ignoring the rest of the root saves watchers for thousands of images.
  const isElsewhere = (path: string) => {
    const own = `${inside(path)}/`
    return own !== '/' && !places.some((place) => own.startsWith(`${place}/`) || place.startsWith(own))
  }
  // Symlinks are not followed, because one may point to the whole disk.
  const watcher = watch(root, { ignored: isElsewhere, ignoreInitial: true, followSymlinks: false })
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  watcher.once('ready', resolve)
  const readyTimer = setTimeout(resolve, READY_MS).unref()
  watcher.on('error', (error) => {
    failed(error)
    // The server still works without a watcher.
    resolve()
  })
  watcher.on('all', (_event, path) => {
    touched.add(inside(path))
    since ||= Date.now()
    clearTimeout(timer)
    timer = setTimeout(publish, Date.now() - since > MOST_DELAY_MS ? 0 : QUIET_MS)
  })

  function publish(): void {
    const changes = touched
    touched = new Set()
    since = 0
    changed(changes)
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
