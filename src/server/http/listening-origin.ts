import { isIPv6 } from 'node:net'

import type { FastifyInstance } from 'fastify'

/** The origin at which this machine reaches the server; before it listens, the configured one. */
export function listeningOrigin(app: FastifyInstance): string {
  const [bound] = app.addresses()
  const { host, port } = app.config
  return typeof bound === 'object' && 'port' in bound
    ? `http://${reachable(bound.address)}:${bound.port}`
    : `http://${reachable(host)}:${port}`
}

/** Replaces a wildcard address with loopback, and puts IPv6 into brackets. */
export function reachable(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1'
  return isIPv6(address) ? `[${address}]` : address
}
