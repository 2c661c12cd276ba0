import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ContentDocument, ContentFault } from '#content/document.ts'
import { parseDocument, type ParsedFile, type ParseOptions } from '#content/document/parse-document.ts'

import { listContent } from './content-folder.ts'
import { findCollisions } from './find-collisions.ts'

/** The content folder as it was last read. */
export interface ContentFiles {
  /** Changes exactly when what is shown changes; 10 characters. */
  version: string
  /** In code-unit order of `_id`. */
  documents: readonly ContentDocument[]
  faults: readonly ContentFault[]
  /** Every file that could be read, as it is shown. */
  parsed: readonly ParsedFile[]
}

interface KeptFile {
  stamp: string
  digest: string
  /** The last version that could be read. */
  good: { digest: string; parsed: ParsedFile & { document: ContentDocument } } | undefined
  faults: readonly ContentFault[]
}

const SOURCE = 'content'

/**
 * Reads the content folder, and again only what changed there.
 * @returns reads it once more; `touched` names files that were written whatever their stamps say
 */
export function createFolderReader(contentDir: string, options: ParseOptions) {
  let kept = new Map<string, KeptFile>()

  /** @throws StartError where the folder cannot be read */
  return async function read(touched: ReadonlySet<string> = new Set()): Promise<ContentFiles> {
    const listing = await listContent(contentDir)
    const next = await Promise.all(
      [...listing].map(async ([file, stamp]): Promise<[string, KeptFile][]> => {
        const before = kept.get(file)
        if (before?.stamp === stamp && !touched.has(file)) return [[file, before]]
        const now = await readOne(file, stamp, before)
        return now ? [[file, now]] : []
      }),
    )
    kept = new Map(next.flat())
    return summarize([...kept.values()])
  }

  async function readOne(file: string, stamp: string, before: KeptFile | undefined): Promise<KeptFile | undefined> {
    let text: string
    try {
      text = await readFile(join(contentDir, file), 'utf8')
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return undefined
      const fault = { file, line: 1, message: `This file cannot be read (${code ?? message}).` }
      return { stamp: '', digest: '', good: before?.good, faults: [fault] }
    }
    const digest = digestOf(text)
    if (before?.digest === digest) return { ...before, stamp }
    const parsed = parseDocument([SOURCE, ...file.split('/')].join(':'), text, options)
    const { document, faults } = parsed
    return { stamp, digest, good: document ? { digest, parsed: { ...parsed, document } } : before?.good, faults }
  }
}

function summarize(files: readonly KeptFile[]): ContentFiles {
  const shown = files
    .flatMap(({ good }) => good ?? [])
    .toSorted((a, b) => compare(a.parsed.document._id, b.parsed.document._id))
  const documents = shown.map(({ parsed }) => parsed.document)
  return {
    version: digestOf(shown.map(({ digest, parsed }) => `${parsed.document._id}\n${digest}`).join('\n')),
    documents,
    faults: [...files.flatMap(({ faults }) => faults), ...findCollisions(documents)].toSorted(
      (a, b) => compare(a.file, b.file) || a.line - b.line,
    ),
    parsed: shown.map(({ parsed }) => parsed),
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
