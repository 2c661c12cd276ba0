import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** So much is written and read at a time, in one buffer: long texts and many buffers would linger in the memory. */
const CHUNK_BYTES = 256 * 1024
/** Of a letter in UTF-8, for each unit of a string. */
const MOST_BYTES = 3
const NEWLINE = 10

export interface LineWriter {
  add(line: string): Promise<void>
  /** Writes what is still held. */
  flush(): Promise<void>
}

/** @param hash told every byte */
export function createLineWriter(handle: FileHandle, hash: Hash): LineWriter {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let held = 0

  async function write(bytes: Buffer): Promise<void> {
    hash.update(bytes)
    await handle.writeFile(bytes)
  }

  async function flush(): Promise<void> {
    const bytes = chunk.subarray(0, held)
    held = 0
    await write(bytes)
  }

  return {
    async add(line) {
      const most = (line.length + 1) * MOST_BYTES
      if (most > CHUNK_BYTES - held) await flush()
      if (most > CHUNK_BYTES) return write(Buffer.from(`${line}\n`))
      held += chunk.write(line, held)
      chunk[held] = NEWLINE
      held += 1
    },
    flush,
  }
}

/**
 * Reads a file up to a place in pieces of whole lines, each with its newline. A piece is overwritten by the next.
 * What stands behind the last newline is left out.
 */
export async function* readChunks(handle: FileHandle, end: number): AsyncGenerator<Buffer> {
  let space = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let held = 0
  for (let at = 0; at < end;) {
    if (held === space.length) space = Buffer.concat([space], space.length * 2)
    const { bytesRead } = await handle.read(space, held, Math.min(space.length - held, end - at), at)
    if (bytesRead === 0) return
    at += bytesRead
    held += bytesRead
    const whole = space.subarray(0, held).lastIndexOf(NEWLINE) + 1
    if (whole === 0) continue
    yield space.subarray(0, whole)
    space.copyWithin(0, whole, held)
    held -= whole
  }
}

/** Reads the same line by line, without the newlines. */
export async function* readLines(handle: FileHandle, end: number): AsyncGenerator<string> {
  for await (const chunk of readChunks(handle, end)) {
    for (let at = 0; at < chunk.length;) {
      const newline = chunk.indexOf(NEWLINE, at)
      yield chunk.toString('utf8', at, newline)
      at = newline + 1
    }
  }
}
