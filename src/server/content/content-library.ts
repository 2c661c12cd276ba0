import { EventEmitter } from 'node:events'
import { realpath } from 'node:fs/promises'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ParsedFile } from '#content/document/parse-document.ts'
import type { ContentRequests } from '#content/request/content-requests.ts'
import { answerSite } from '#content/site-content.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

import { createFolderReader, type LoadImages, MANIFEST } from './content-files.ts'
import { watchFolder, type FolderWatch } from './watch-folder.ts'

/** The words of the shop as their files stand now. What it gives is replaced whole, never changed. */
export interface ContentLibrary {
  /** Changes exactly when what is shown changes; 10 characters. */
  readonly version: string
  /** Answers visitors' questions about the documents as they are now. */
  requests(): ContentRequests
  /** In stored order. */
  documents(): readonly ContentDocument[]
  /** Files, or parts of them, that are wrong: of each the last good version is shown. */
  faults(): readonly ContentFault[]
  /** The files behind the documents, with what only their authors care about. */
  parsed(): readonly ParsedFile[]
  /** Looks at the folder now. */
  refresh(): Promise<void>
  /** @returns stops telling */
  on(event: 'change', listener: () => void): () => void
  /** Follows the folder until `close`; resolves when no change is missed any more. */
  watch(): Promise<void>
  close(): Promise<void>
}

/** How long a change may go unseen that the watch misses, as when a whole folder is replaced by another. */
const LOOK_MS = 2000

export interface ContentLibraryOptions {
  contentDir: string
  loadImages: LoadImages
  log: ContentLog
}

export interface ContentLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

/**
 * Reads the content folder.
 * @throws StartError where it cannot be read
 */
export async function createContentLibrary({
  contentDir,
  loadImages,
  log,
}: ContentLibraryOptions): Promise<ContentLibrary> {
  const read = createFolderReader(contentDir, loadImages)
  const events = new EventEmitter<{ change: [] }>()
  let files = await read()
  let requests = answerSite(files.documents)
  let folder: FolderWatch | undefined
  let nextLook: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isClosed = false
  let isReadable = true
  let last: Promise<void> = Promise.resolve()
  logFaults(log, [], files.faults)

  /** One reading at a time, so that an older one never comes after a younger one. */
  function refresh(touched?: ReadonlySet<string>): Promise<void> {
    last = last
      .then(() => readAgain(touched))
      .then(
        () => void (isReadable = true),
        (error: unknown) => {
          if (isReadable) log.warn({ err: error }, 'content stays as it was')
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
    log.info({ version: files.version, documents: files.documents.length }, 'content changed')
    events.emit('change')
  }

  async function follow(): Promise<void> {
    await folder?.close()
    const root = await realpath(contentDir).catch(() => contentDir)
    if (isClosed) return
    folder = watchFolder(
      root,
      [...LOCALES, MANIFEST],
      (touched) => void refresh(touched),
      (error) => log.warn({ err: error }, 'the content folder cannot be watched'),
    )
    await folder.ready
  }

  /** Looks without being told, again and again; what the watch did not see, it has to be pointed to. */
  async function look(): Promise<void> {
    const { version } = files
    await refresh()
    if (files.version !== version && !isClosed) await follow()
    if (!isClosed) nextLook = setTimeout(() => void (looking = look()), LOOK_MS).unref()
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
      await follow()
      await look()
    },
    async close() {
      isClosed = true
      clearTimeout(nextLook)
      await folder?.close()
      await looking
      await last
    },
  }
}

function logFaults(log: ContentLog, before: readonly ContentFault[], now: readonly ContentFault[]): void {
  const known = new Set(before.map(keyOf))
  const left = new Set(now.map(keyOf))
  for (const { file, line, message } of now.filter((fault) => !known.has(keyOf(fault))))
    log.warn({ file, line }, message)
  const mended = new Set(before.filter((fault) => !left.has(keyOf(fault))).map(({ file }) => file))
  for (const { file } of now) mended.delete(file)
  for (const file of mended) log.info({ file }, 'this file of content is in order again')
}

function keyOf({ file, line, message }: ContentFault): string {
  return `${file}:${line} ${message}`
}
