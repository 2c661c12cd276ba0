import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import type { ResolveImage } from '#content/document/find-image.ts'
import { parseDocument, type ParsedFile, type ParseOptions } from '#content/document/parse-document.ts'
import { createBreather } from '#server/infra/scheduling.ts'
import { versionOf } from '#server/infra/version-of.ts'
import { DEFAULT_LOCALE, LOCALES } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

import { liesInside, listContent, stampOf } from './content-folder.ts'

/** The content folder as it was last read. */
interface ContentFiles {
  /** Changes exactly when what is shown changes; 10 characters. */
  version: string
  /** In code-unit order of `_id`. */
  documents: readonly ContentDocument[]
  faults: readonly ContentFault[]
  /** Every file that could be read, as it is shown. */
  parsed: readonly ParsedFile[]
}

/** Knows the images beside the words, as their list says now; their version changes with any of them. */
export type LoadImages = () => Promise<LoadedImages>

interface LoadedImages {
  resolve: ResolveImage
  version: string
  /** Whether to load them again although their list is the same; absent where only the list counts. */
  haveChanged?: () => Promise<boolean>
}

interface CachedFile {
  stamp: string
  /** The last version that could be read. */
  good: { digest: string; parsed: ParsedFile & { document: ContentDocument } } | undefined
  faults: readonly ContentFault[]
}

interface CachedImages extends LoadedImages {
  stamp: string | undefined
  faults: readonly ContentFault[]
}

const SOURCE = 'content'
/** What is read by people, not compared with what they type. */
const BOUND = /^ru\/(?!_search\/)/
/** Far more than a page has; the server stands still while it reads one file. */
const MOST_KB = 256
/** A program that saves a file empties it first, and writes it within this time. */
const SAVING_MS = 1000

/**
 * Reads the content folder, and again only what changed there.
 * @returns reads it once more; `touched` names files that were written whatever their stamps say
 */
export function createFolderReader(contentDir: string, loadImages: LoadImages) {
  let cached = new Map<string, CachedFile>()
  let images: CachedImages | undefined

  /** @throws StartError where the folder cannot be read, and what `loadImages` throws at first */
  return async function read(touched: ReadonlySet<string> = new Set()): Promise<ContentFiles> {
    const listing = await listContent(contentDir)
    const before = images
    images = await readImages(before, touched)
    // An image may be new, or have another size: every file that names it changes with it.
    const isAllNew = images.resolve !== before?.resolve
    const options = { ...CONTENT_OPTIONS, resolveImage: images.resolve }
    const yieldToLoop = createBreather()
    const next = new Map<string, CachedFile>()
    for (const [file, stamp] of listing) {
      const known = cached.get(file)
      const isKnown = known?.stamp === stamp && !isAllNew && !touched.has(file)
      const now = isKnown ? known : await readOne(file, stamp, known, options)
      if (now) next.set(file, now)
      await yieldToLoop()
    }
    cached = next
    return summarize([...cached.values()], images)
  }

  async function readImages(before: CachedImages | undefined, touched: ReadonlySet<string>): Promise<CachedImages> {
    const stamp = await stampOf(join(contentDir, MANIFEST))
    if (!before) return { ...(await loadImages()), stamp, faults: [] }
    const isSameList = stamp === before.stamp && !touched.has(MANIFEST)
    if (isSameList && !(await before.haveChanged?.())) return before
    try {
      return { ...(await loadImages()), stamp, faults: [] }
    } catch (error) {
      return {
        ...before,
        stamp,
        faults: [{ file: MANIFEST, line: 1, message: `Pictures stay as they were: ${textOf(error)}.` }],
      }
    }
  }

  async function readOne(file: string, stamp: string, before: CachedFile | undefined, options: ParseOptions) {
    try {
      const { text, age } = await readText(file)
      // What was read before is right until the words are there.
      if (text === '' && before?.good && age < SAVING_MS) return { ...before, stamp: '' }
      if (text === '' && before?.good) throw new Error('it is empty; delete it if the page is to go')
      const parsed = parseDocument([SOURCE, ...file.split('/')].join(':'), text, options)
      const { document, faults } = parsed
      const good = document
        ? { digest: versionOf(JSON.stringify(document)), parsed: { ...parsed, document } }
        : before?.good
      return { stamp, good, faults }
    } catch (error) {
      // Removed since it was listed.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      // Whatever one file does, the others are read.
      const fault = { file, line: 1, message: `This file cannot be read: ${textOf(error)}.` }
      // What the disk refuses it may allow without the file being written; what we refuse stays as it is till then.
      const isRefused = (error as NodeJS.ErrnoException).code !== undefined
      return { stamp: isRefused ? '' : stamp, good: before?.good, faults: [fault] }
    }
  }

  /**
   * @returns its text, and how many milliseconds ago it was written
   * @throws Error for a file that is not the authors' own, or too long
   */
  async function readText(file: string): Promise<{ text: string; age: number }> {
    const path = join(contentDir, file)
    const { size, mtimeMs } = await stat(path)
    if (size > MOST_KB * 1024) throw new Error(`it has more than ${MOST_KB} KB`)
    if (!(await liesInside(contentDir, file))) throw new Error('it leads out of the content folder')
    const text = await readFile(path, 'utf8')
    return { text: BOUND.test(file) ? insertNbsp(text, 'ru') : text, age: Date.now() - mtimeMs }
  }
}

function summarize(files: readonly CachedFile[], images: CachedImages): ContentFiles {
  const shown = files
    .flatMap(({ good }) => good ?? [])
    .toSorted((a, b) => compareText(a.parsed.document._id, b.parsed.document._id))
  const documents = shown.map(({ parsed }) => parsed.document)
  return {
    // Products show images that no document names.
    version: versionOf(
      [images.version, ...shown.map(({ digest, parsed }) => `${parsed.document._id}\n${digest}`)].join('\n'),
    ),
    documents,
    faults: [...images.faults, ...files.flatMap(({ faults }) => faults), ...findCollisions(documents)].toSorted(
      (a, b) => compareText(a.file, b.file) || a.line - b.line,
    ),
    parsed: shown.map(({ parsed }) => parsed),
  }
}

function textOf(error: unknown): string {
  const texts = error instanceof Error ? error.message : String(error)
  return texts.split('\n')[0] ?? texts
}

/**
 * Finds documents that lie at one address of one language: only the first of them can be seen there. A draft beside the
 * page that it is to replace is none.
 * @param documents in stored order
 */
function findCollisions(documents: readonly ContentDocument[]): ContentFault[] {
  const first = new Map<string, string>()
  return documents.flatMap(({ _locale, _path, _draft, _file }) => {
    const place = [_locale, _path, _draft].join(' ')
    const owner = first.get(place)
    if (owner === undefined) first.set(place, _file)
    return owner === undefined
      ? []
      : [
          {
            file: _file,
            line: 1,
            message: `This lies at ${_path}, where ${owner} lies already; only that one is seen.`,
          },
        ]
  })
}

/** How our own content is read, its images aside. */
const CONTENT_OPTIONS: ParseOptions = {
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  respectPathCase: true,
  articles: '/blogs',
}

/** The list of the images, inside the content folder. */
export const MANIFEST = 'media/manifest.json'
