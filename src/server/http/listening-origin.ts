import { isIPv6 } from 'node:net'

import type { FastifyInstance } from 'fastify'

/** Where this machine reaches the server; before it listens, where it is going to. */
export function listeningOrigin(app: FastifyInstance): string {
  const [bound] = app.addresses()
  const { host, port } = app.config
  // (A socket file has no address; we listen on none.)
  return typeof bound === 'object' && 'port' in bound
    ? `http://${reachable(bound.address)}:${bound.port}`
    : `http://${reachable(host)}:${port}`
}

/** An address that listens for everybody is not one to call. */
export function reachable(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1'
  return isIPv6(address) ? `[${address}]` : address
}
