import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { request } from 'undici'

import { createSingleFlight } from '#server/infra/single-flight.ts'

import { fileNameOf, type ImageFolder } from './image-folder.ts'
import type { ReadSource } from './image-processor.ts'
import { BusyError } from './image-queue.ts'
import { MOST_IMAGE_BYTES } from './limits.ts'

/** A local copy of an image of another host, so that it is downloaded once for all sizes. */
export interface RemoteSource {
  version: string
  /** @throws Error if the copy is gone and the host now has other bytes */
  read: ReadSource
}

export interface RemoteSources {
  /** Undefined without an image. Throws 503 without a copy if the host is unreachable or too many downloads wait. */
  open(url: URL): Promise<RemoteSource | undefined>
  /** Why `open` found no image a moment ago. */
  whyMissing(url: URL): Missing
}

type Missing = 'missing' | 'too large'

interface Copy {
  version: string
  /** When the host last confirmed it, in ms since 1970. */
  checkedAt: number
  etag?: string
  lastModified?: string
}

const TIMEOUT_MS = 5000
const AT_ONCE = 4
/** Made-up URLs must not delay requests for images that exist. */
const MOST_WAITING = 100
/** Recent downloads can be read even if the disk is full. */
const RECENT_BYTES = 2 * MOST_IMAGE_BYTES
/** Afterwards the next request revalidates the copy in the background. */
const TRUE_FOR_MS = 86_400_000
const AGAIN_MS = 600_000
/** A host may send a model, whose type few know, as any bytes. */
const SHOWN = /^(?:image|video|model)\/|^application\/octet-stream$/
const MISSING_MS = 60_000
const MOST_MISSING = 5000

export function createRemoteSources(folder: ImageFolder): RemoteSources {
  const asking = createSingleFlight<Copy | undefined>()
  const downloads = new PQueue({ concurrency: AT_ONCE })
  /** By the name of their note. They are not requested again until they expire. */
  const missing = new LRUCache<string, Missing>({ max: MOST_MISSING, ttl: MISSING_MS })
  const recent = new LRUCache<string, Buffer>({ maxSize: RECENT_BYTES, sizeCalculation: ({ length }) => length + 1 })

  function ask(url: URL, known?: Copy): Promise<Copy | undefined> {
    return asking.run(url.href, async () => {
      // Another request may have checked the copy since this one read its note.
      const current = known && parseCopy(await folder.read(noteOf(url)))
      if (current && current.checkedAt > known.checkedAt) return current
      if (downloads.size >= MOST_WAITING) throw new BusyError('Too many downloads are waiting')
      return downloads.add(() => fetchCopy(url, known))
    })
  }

  async function fetchCopy(url: URL, known?: Copy): Promise<Copy | undefined> {
    const headers = {
      accept: 'image/*, video/*, model/*',
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
    }
    const answer = await download(url, headers)
    if (answer === 'unchanged' && known) return note(url, { ...known, checkedAt: Date.now() })
    if (answer === 'unchanged' || answer === 'missing' || answer === 'too large')
      return noteMissing(url, answer === 'too large' ? answer : 'missing')
    const { bytes, etag, lastModified } = answer
    const version = createHash('sha256').update(bytes).digest('base64url')
    recent.set(version, bytes)
    await folder.write(copyOf(version), bytes)
    return note(url, {
      version,
      checkedAt: Date.now(),
      ...(etag ? { etag } : {}),
      ...(lastModified ? { lastModified } : {}),
    })
  }

  function isMissing(url: URL): boolean {
    return missing.has(noteOf(url))
  }

  function noteMissing(url: URL, why: Missing): undefined {
    missing.set(noteOf(url), why)
  }

  async function note(url: URL, copy: Copy): Promise<Copy> {
    await folder.write(noteOf(url), JSON.stringify(copy))
    return copy
  }

  async function read(url: URL, version: string): Promise<Buffer> {
    const cached = recent.get(version) ?? (await folder.read(copyOf(version)))
    if (cached) return cached
    await ask(url)
    const fetched = recent.get(version)
    if (!fetched) throw unavailable('The image at a URL has changed')
    return fetched
  }

  return {
    async open(url) {
      const known = parseCopy(await folder.read(noteOf(url)))
      const copy = known ?? (isMissing(url) ? undefined : await ask(url))
      if (!copy) return undefined
      if (known && Date.now() - known.checkedAt > TRUE_FOR_MS) {
        // If the host is unavailable or the image is gone, the old copy stays.
        const later = () => note(url, { ...known, checkedAt: Date.now() - TRUE_FOR_MS + AGAIN_MS })
        void ask(url, known).then((found) => found ?? later(), later)
      }
      return { version: copy.version, read: () => read(url, copy.version) }
    },
    whyMissing: (url) => missing.get(noteOf(url)) ?? 'missing',
  }
}

async function download(url: URL, headers: Record<string, string>) {
  const {
    statusCode,
    headers: received,
    body,
  } = await request(url, { headers, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }).catch((cause: unknown) => {
    throw unavailable('The host of an image cannot be reached', cause)
  })
  const isImage = statusCode === 200 && SHOWN.test(String(received['content-type']))
  const isTooLarge = Number(received['content-length'] ?? 0) > MOST_IMAGE_BYTES
  if (!isImage || isTooLarge) {
    await body.dump()
    if (statusCode >= 500) throw unavailable(`The host of an image answers with ${statusCode}`)
    if (isImage) return 'too large'
    return statusCode === 304 ? 'unchanged' : 'missing'
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MOST_IMAGE_BYTES) return 'too large'
      chunks.push(chunk)
    }
  } catch (cause) {
    throw unavailable('The download of an image was cut off', cause)
  }
  return {
    bytes: Buffer.concat(chunks),
    etag: textOf(received['etag']),
    lastModified: textOf(received['last-modified']),
  }
}

function parseCopy(text: Buffer | undefined): Copy | undefined {
  try {
    const copy = JSON.parse(String(text)) as Partial<Copy> | null
    return typeof copy?.version === 'string' && typeof copy.checkedAt === 'number' ? (copy as Copy) : undefined
  } catch {
    return undefined
  }
}

function noteOf(url: URL): string {
  return `${fileNameOf(url.href)}.json`
}

function copyOf(version: string): string {
  return `${version}.source`
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

function unavailable(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { statusCode: 503 })
}
