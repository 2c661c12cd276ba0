import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** The size of the only buffer for writing or reading. Long strings or many buffers would occupy memory for long. */
const CHUNK_BYTES = 256 * 1024
/** The longest UTF-8 encoding of a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3
const NEWLINE = 10

export interface LineWriter {
  add(line: string): Promise<void>
  flush(): Promise<void>
}

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
      const maxBytes = (line.length + 1) * MAX_BYTES_PER_UNIT
      if (maxBytes > CHUNK_BYTES - held) await flush()
      if (maxBytes > CHUNK_BYTES) return write(Buffer.from(`${line}\n`))
      held += chunk.write(line, held)
      chunk[held] = NEWLINE
      held += 1
    },
    flush,
  }
}

/** Yields whole lines up to the byte offset `end`. Chunks share one buffer: each is valid until the next is read. */
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

export async function* readLines(handle: FileHandle, end: number): AsyncGenerator<string> {
  for await (const chunk of readChunks(handle, end)) {
    for (let at = 0; at < chunk.length;) {
      const newline = chunk.indexOf(NEWLINE, at)
      yield chunk.toString('utf8', at, newline)
      at = newline + 1
    }
  }
}
