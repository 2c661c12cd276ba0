import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import { CommandError } from '../operator-command.ts'

/** Raised when an earlier version could not read the archive. */
const FORMAT = 1
const MAGIC = 'lumenite-backup'
const HEADER_LIMIT = 4096
const SEGMENT = 1024 * 1024
const TAG = 16
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }
const CHECKSUMS = 'checksums.json'
/**
 * Stands in for the key of an archive that is not encrypted. Everybody can read such an archive; the tags of its
 * segments still show damage.
 */
const NO_KEY = 'this archive is not encrypted'

/** The first line of an archive, as JSON. */
interface Header {
  magic: string
  format: number
  encrypted: boolean
  salt: string
  /** Distinguishes a wrong key from damage. */
  keyCheck: string
}

/** What the last entry says about each other entry. */
type Checksums = Record<string, { bytes: number; sha256: string }>

export interface Archive {
  add: (name: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<void>
  /** Completes the archive and gives it its name. @returns its size in bytes */
  finish: () => Promise<number>
  /** Removes what was written. */
  discard: () => void
}

/**
 * Creates an archive: compressed, in segments that are encrypted and authenticated with AES-256-GCM.
 * @param file its path; until it is complete, its name ends with `.part`
 * @param key the operator's key; undefined leaves it readable for everybody
 */
export function createArchive(file: string, key: string | undefined): Archive {
  const part = `${file}.${process.pid}.part`
  const salt = randomBytes(32)
  const keys = deriveKeys(key ?? NO_KEY, salt)
  const header = {
    magic: MAGIC,
    format: FORMAT,
    encrypted: key !== undefined,
    salt: salt.toString('hex'),
    keyCheck: keys.check,
  } satisfies Header
  const target = createWriteStream(part, { mode: 0o600, flags: 'wx' })
  target.write(`${JSON.stringify(header)}\n`)
  const input = createGzip()
  const written = pipeline(input, new Segments((segment) => seal(keys.cipher, segment)), target)
  // A failure is thrown by the next `add` or `finish`.
  written.catch(() => {})
  const checksums: Checksums = {}

  async function write(data: Buffer): Promise<void> {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    input.write(length)
    if (!input.write(data)) await Promise.race([once(input, 'drain'), written])
  }

  async function add(name: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    await write(Buffer.from(name))
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of inLargerPieces(chunks)) {
      hash.update(chunk)
      bytes += chunk.length
      await write(chunk)
    }
    await write(Buffer.alloc(0))
    checksums[name] = { bytes, sha256: hash.digest('hex') }
  }

  return {
    add,
    async finish() {
      await add(CHECKSUMS, [Buffer.from(JSON.stringify(checksums))])
      input.end()
      await written
      const handle = await open(part)
      await handle.sync()
      await handle.close()
      await rename(part, file)
      return (await stat(file)).size
    },
    discard() {
      input.destroy()
      rmSync(part, { force: true })
    },
  }
}

export interface ArchiveEntry {
  name: string
  /** To be read to its end before the next entry. */
  chunks: AsyncIterable<Buffer>
}

/**
 * Reads the entries of an archive in their order. What an entry yields is authenticated; that the archive is whole is
 * known when the last entry was read.
 * @throws CommandError if it is no archive, of a newer version, damaged, or encrypted with another key
 */
export async function* readArchive(file: string, key: string | undefined): AsyncGenerator<ArchiveEntry> {
  const { header, offset } = await readHeader(file)
  if (header.encrypted && key === undefined) {
    throw new CommandError(`${file} is encrypted. Set BACKUP_KEY, or name the file with its key with --key-file.`)
  }
  if (!header.encrypted && key !== undefined) {
    throw new CommandError(
      `${file} is not encrypted, so anybody could have changed it. To restore it all the same, unset BACKUP_KEY.`,
    )
  }
  const keys = deriveKeys(header.encrypted && key !== undefined ? key : NO_KEY, Buffer.from(header.salt, 'hex'))
  if (keys.check !== header.keyCheck) {
    throw new CommandError(`The key does not fit ${file}. Use the BACKUP_KEY with which it was made.`)
  }
  const damaged = new CommandError(
    `${file} is damaged or incomplete. Nothing was changed. Copy it again from where it was kept, or use another backup.`,
  )
  const plain = createGunzip()
  const reading = pipeline(
    createReadStream(file, { start: offset }),
    new Unsealing((sealed) => unseal(keys.cipher, sealed), damaged),
    plain,
  )
  reading.catch(() => {})
  try {
    yield* readEntries(plain, damaged)
    await reading
  } catch (error) {
    throw isDamage(error) ? damaged : error
  } finally {
    plain.destroy()
  }
}

async function* readEntries(plain: AsyncIterable<Buffer>, damaged: CommandError): AsyncGenerator<ArchiveEntry> {
  const frames = readFrames(plain)
  const next = async (): Promise<Buffer> => {
    const { value, done } = await frames.next()
    if (done) throw damaged
    return value
  }
  const read: Checksums = {}
  for (;;) {
    const name = (await next()).toString()
    if (name === CHECKSUMS) break
    const hash = createHash('sha256')
    let bytes = 0
    async function* chunks(): AsyncGenerator<Buffer> {
      for (let chunk = await next(); chunk.length > 0; chunk = await next()) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    yield { name, chunks: chunks() }
    read[name] = { bytes, sha256: hash.digest('hex') }
  }
  const expected = JSON.parse((await next()).toString()) as Checksums
  if (JSON.stringify(expected) !== JSON.stringify(read)) throw damaged
}

async function* readFrames(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of plain) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    let at = 0
    while (buffered.length >= at + 4) {
      const end = at + 4 + buffered.readUInt32BE(at)
      if (buffered.length < end) break
      yield buffered.subarray(at + 4, end)
      at = end
    }
    buffered = buffered.subarray(at)
  }
}

async function readHeader(file: string): Promise<{ header: Header; offset: number }> {
  const handle = await open(file).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${cause.code}). Check the name and the permissions.`, { cause })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_LIMIT), 0, HEADER_LIMIT, 0)
    const end = buffer.subarray(0, bytesRead).indexOf('\n')
    const header = parseHeader(buffer.subarray(0, Math.max(end, 0)).toString())
    if (!header) throw new CommandError(`${file} is not a backup of this shop.`)
    if (header.format > FORMAT) {
      throw new CommandError(`${file} was made by a newer version. Update the shop to that version, then restore.`)
    }
    return { header, offset: end + 1 }
  } finally {
    await handle.close()
  }
}

function parseHeader(line: string): Header | undefined {
  try {
    const header = JSON.parse(line) as Partial<Header>
    return header.magic === MAGIC ? (header as Header) : undefined
  } catch {
    return undefined
  }
}

function deriveKeys(key: string, salt: Buffer): { cipher: Buffer; check: string } {
  const bytes = scryptSync(key, salt, 64, SCRYPT)
  return { cipher: bytes.subarray(0, 32), check: createHmac('sha256', bytes.subarray(32)).update(MAGIC).digest('hex') }
}

interface Segment {
  data: Buffer
  /** Its position. As a part of the nonce it makes sure that no segment is missing, moved or repeated. */
  index: number
  isLast: boolean
}

/** Each archive has a key of its own, so a counter is a unique nonce. */
function nonceOf({ index, isLast }: Segment): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 0, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function seal(key: Buffer, segment: Segment): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(segment))
  return Buffer.concat([cipher.update(segment.data), cipher.final(), cipher.getAuthTag()])
}

function unseal(key: Buffer, segment: Segment): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(segment), { authTagLength: TAG })
  decipher.setAuthTag(segment.data.subarray(-TAG))
  return Buffer.concat([decipher.update(segment.data.subarray(0, -TAG)), decipher.final()])
}

/** Cuts a stream into segments of one size and transforms each; the last one may be shorter. */
class Segments extends Transform {
  readonly #transformSegment: (segment: Segment) => Buffer
  readonly #size: number
  #buffered: Buffer[] = []
  #length = 0
  #index = 0

  constructor(transformSegment: (segment: Segment) => Buffer, size = SEGMENT) {
    super()
    this.#transformSegment = transformSegment
    this.#size = size
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#buffered.push(chunk)
    this.#length += chunk.length
    try {
      // The last segment is recognized at the end, so one is always kept back.
      while (this.#length > this.#size) this.#pass(false)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#pass(true)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  #pass(isLast: boolean): void {
    const all = Buffer.concat(this.#buffered)
    const data = isLast ? all : all.subarray(0, this.#size)
    const rest = all.subarray(data.length)
    this.#buffered = rest.length > 0 ? [rest] : []
    this.#length = rest.length
    this.push(this.#transformSegment({ data, index: this.#index, isLast }))
    this.#index += 1
  }
}

class Unsealing extends Segments {
  constructor(unsealSegment: (segment: Segment) => Buffer, damaged: CommandError) {
    super((segment) => {
      try {
        return unsealSegment(segment)
      } catch {
        throw damaged
      }
    }, SEGMENT + TAG)
  }
}

/** Errors of zlib and of broken frames. A wrong tag is already reported as damage. */
function isDamage(error: unknown): boolean {
  const { code, name } = error as NodeJS.ErrnoException
  return String(code).startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || name === 'SyntaxError'
}

const PIECE = 64 * 1024

/** PostgreSQL sends each row by itself. */
async function* inLargerPieces(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    pieces.push(chunk)
    length += chunk.length
    if (length < PIECE) continue
    yield Buffer.concat(pieces)
    pieces = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(pieces)
}
