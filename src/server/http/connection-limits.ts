import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A client that pipelines may have so many requests without an answer; browsers and proxies send one at a time. */
const MAX_UNANSWERED = 8

/**
 * Limits what one connection may hold.
 * @returns `accepts`, to be asked about each request that comes while an earlier one on its connection has no answer:
 * false if the connection was closed because it had too many of them
 */
export function createPipelineLimit(): { accepts: (socket: Socket, response: ServerResponse) => boolean } {
  /** How many responses of a connection wait for the one before them. */
  const queued = new WeakMap<Socket, number>()
  return {
    accepts(socket, response) {
      // The parser hands over what else it has read of a connection that was closed meanwhile.
      if (socket.destroyed) return false
      const count = (queued.get(socket) ?? 0) + 1
      if (count >= MAX_UNANSWERED) {
        socket.destroy()
        return false
      }
      queued.set(socket, count)
      response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
      return true
    },
  }
}

/**
 * Closes connections whose client takes nothing of an answer for a while. An answer that is not written yet has all
 * the time that it needs.
 * @param timeoutMs without progress of a write
 * @param isComputing whether a request on this connection is being handled
 */
export function closeUnreadConnections(
  server: Server,
  timeoutMs: number,
  isComputing: (socket: Socket) => boolean,
): void {
  // Node restarts this timer when bytes have left; between two requests it stands at the keep-alive timeout.
  server.timeout = timeoutMs
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0 || !isComputing(socket)) socket.destroy()
  })
}
