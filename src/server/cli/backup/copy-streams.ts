import { once } from 'node:events'
import { Readable } from 'node:stream'

import type { Client, Connection, Submittable } from 'pg'

/** The parts of pg's connection that COPY uses and that its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/**
 * Runs `COPY … TO STDOUT`.
 * @param copy the statement
 * @returns its bytes; the stream fails with PostgreSQL's error
 */
export function copyOut(client: Client, copy: string): Readable {
  let socket: Connection['stream'] | undefined
  const rows = new Readable({ read: () => void socket?.resume() })
  const query = {
    submit(connection: Connection) {
      socket = connection.stream
      connection.query(copy)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The chunk is a part of a buffer that pg reuses.
      if (!rows.push(Buffer.from(chunk))) socket?.pause()
    },
    handleError: (error: Error) => void rows.destroy(error),
    handleCommandComplete: () => {},
    handleReadyForQuery: () => void rows.push(null),
  }
  client.query(query satisfies Submittable)
  return rows
}

/**
 * Runs `COPY … FROM STDIN`.
 * @param copy the statement
 * @param chunks what `copyOut` returned, in pieces of any size
 * @throws PostgreSQL's error, or that of `chunks`
 */
export async function copyIn(client: Client, copy: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let failure: unknown
  async function send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of chunks) {
        if (failure) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      failure = error
      connection.sendCopyFail('the source failed')
    }
  }
  const query = {
    submit: (connection: Connection) => connection.query(copy),
    handleCopyInResponse: (connection: CopyConnection) => void send(connection),
    handleError(error: Error) {
      // pg calls nothing else after an error.
      failure ??= error
      reject(failure)
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => resolve(),
  }
  client.query(query satisfies Submittable)
  return promise
}
