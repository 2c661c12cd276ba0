import { relative } from 'node:path'

import { watch } from 'chokidar'

/** An editor that saves writes several times; no request waits for longer than this for the last one. */
const QUIET_MS = 60
const PATIENCE_MS = 400
/** A watch that never says that it is ready, as when its folder goes meanwhile, is not waited for. */
const READY_MS = 5000

export interface FolderWatch {
  /** Resolves when nothing that happens from now on is missed. */
  ready: Promise<void>
  close(): Promise<void>
}

/**
 * Tells what is written, added, removed or renamed in some places, a few writes at a time.
 * @param root what the paths told are relative to
 * @param places files and folders inside it, whether they exist yet or not
 * @param changed told the paths, with `/`
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
  // Not the whole root: a thousand images that lie there too cost nothing then.
  const isElsewhere = (path: string) => {
    const own = `${inside(path)}/`
    return own !== '/' && !places.some((place) => own.startsWith(`${place}/`) || place.startsWith(own))
  }
  // A link may lead to the whole disk.
  const watcher = watch(root, { ignored: isElsewhere, ignoreInitial: true, followSymlinks: false })
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  watcher.once('ready', resolve)
  const waiting = setTimeout(resolve, READY_MS).unref()
  watcher.on('error', (error) => {
    failed(error)
    // A server that cannot follow its files still has them.
    resolve()
  })
  watcher.on('all', (_event, path) => {
    touched.add(inside(path))
    since ||= Date.now()
    clearTimeout(timer)
    timer = setTimeout(publish, Date.now() - since > PATIENCE_MS ? 0 : QUIET_MS)
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
      clearTimeout(waiting)
      // Once closed it will never say so.
      resolve()
      await watcher.close()
    },
  }
}
