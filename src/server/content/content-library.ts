import { EventEmitter } from 'node:events'
import { realpath } from 'node:fs/promises'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ParsedFile } from '#content/document/parse-document.ts'
import type { ContentRequests } from '#content/request/content-requests.ts'
import { answerSite } from '#content/site-content.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

import { createFolderReader, type LoadImages, MANIFEST } from './content-files.ts'
import { watchFolder, type FolderWatch } from './watch-folder.ts'

/** The values it returns are immutable and replaced on change. */
export interface ContentLibrary {
  /** Hash of the shown content, 10 characters. */
  readonly version: string
  requests(): ContentRequests
  /** In code-unit order of `_id`. */
  documents(): readonly ContentDocument[]
  /** The last valid version of a faulty file is shown. */
  faults(): readonly ContentFault[]
  /** With line numbers and faults for their authors. */
  parsed(): readonly ParsedFile[]
  refresh(): Promise<void>
  /** @returns a function that removes the listener */
  on(event: 'change', listener: () => void): () => void
  /** Resolves when the watcher is ready. */
  watch(): Promise<void>
  close(): Promise<void>
}

/** For changes that the watcher misses, for example when the whole folder is replaced. */
const POLL_MS = 2000

export interface ContentLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

/** @throws StartError if the folder cannot be read */
export async function createContentLibrary({
  contentDir,
  loadImages,
  log,
}: {
  contentDir: string
  loadImages: LoadImages
  log: ContentLog
}): Promise<ContentLibrary> {
  const read = createFolderReader(contentDir, loadImages)
  const events = new EventEmitter<{ change: [] }>()
  let files = await read()
  let requests = answerSite(files.documents)
  let folder: FolderWatch | undefined
  let nextPoll: NodeJS.Timeout | undefined
  let polling: Promise<void> = Promise.resolve()
  let isClosed = false
  let isReadable = true
  let last: Promise<void> = Promise.resolve()
  logFaults(log, [], files.faults)

  /** One read after another, so that an older one never overwrites a newer one. Never rejects. */
  function refresh(touched?: ReadonlySet<string>): Promise<void> {
    last = last
      .then(() => readAgain(touched))
      .then(
        () => void (isReadable = true),
        (error: unknown) => {
          if (isReadable)
            log.warn(
              { event: 'content.read_failed', err: error },
              'content could not be read; the last version is served',
            )
          isReadable = false
        },
      )
    return last
  }

  async function readAgain(touched?: ReadonlySet<string>): Promise<void> {
    const before = files
    files = await read(touched)
    logFaults(log, before.faults, files.faults)
    if (files.version === before.version) return
    requests = answerSite(files.documents)
    log.info({ event: 'content.changed', version: files.version, documents: files.documents.length }, 'content changed')
    events.emit('change')
  }

  async function startWatching(): Promise<void> {
    await folder?.close()
    const root = await realpath(contentDir).catch(() => contentDir)
    if (isClosed) return
    folder = watchFolder(
      root,
      [...LOCALES, MANIFEST],
      (touched) => void refresh(touched),
      (error) =>
        log.warn(
          { event: 'content.watch_failed', err: error },
          'the content folder could not be watched; it is polled',
        ),
    )
    await folder.ready
  }

  /** If the watcher missed a change, restarts it. */
  async function poll(): Promise<void> {
    const { version } = files
    await refresh()
    if (files.version !== version && !isClosed) await startWatching()
    if (!isClosed) nextPoll = setTimeout(() => void (polling = poll()), POLL_MS).unref()
  }

  return {
    get version() {
      return files.version
    },
    requests: () => requests,
    documents: () => files.documents,
    faults: () => files.faults,
    parsed: () => files.parsed,
    refresh: () => refresh(),
    on(event, listener) {
      events.on(event, listener)
      return () => void events.off(event, listener)
    },
    async watch() {
      await startWatching()
      await poll()
    },
    async close() {
      isClosed = true
      clearTimeout(nextPoll)
      await folder?.close()
      await polling
      await last
    },
  }
}

function logFaults(log: ContentLog, before: readonly ContentFault[], now: readonly ContentFault[]): void {
  const known = new Set(before.map(keyOf))
  const left = new Set(now.map(keyOf))
  for (const { file, line, message } of now.filter((fault) => !known.has(keyOf(fault))))
    log.warn({ event: 'content.fault', file, line }, message)
  const fixed = new Set(before.filter((fault) => !left.has(keyOf(fault))).map(({ file }) => file))
  for (const { file } of now) fixed.delete(file)
  for (const file of fixed) log.info({ event: 'content.fault_fixed', file }, 'the content file is valid again')
}

function keyOf({ file, line, message }: ContentFault): string {
  return `${file}:${line} ${message}`
}
