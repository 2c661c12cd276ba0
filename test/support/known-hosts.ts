/**
 * Loaded into every process that runs a storefront. A connection to a host that is not listed here, such as one that a
 * visitor has named, never leaves this machine and fails the test.
 */
import { Socket } from 'node:net'

/** Every backend, database, mail server and stand-in of a test listens on this machine. */
const KNOWN = new Set(['localhost', '127.0.0.1', '::1'])

const { connect } = Socket.prototype

Socket.prototype.connect = function connectToKnown(this: Socket, ...args: unknown[]) {
  // Node passes its own calls on as one list.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  const named = typeof first === 'object' ? (first as { host?: string; path?: string }) : undefined
  // A text in the place of a port is the path of a socket.
  const host = named ? named.host : /^\d+$/.test(first as string) ? second : undefined
  if (named?.path || typeof host !== 'string' || KNOWN.has(host)) return connect.apply(this, args as never)
  const error = new Error(`a storefront connects to ${host}, which is not in test/support/known-hosts.ts`)
  process.nextTick(() => {
    throw error
  })
  return this.destroy(error)
}
