import { isIPv6 } from 'node:net'

import type { FastifyInstance } from 'fastify'

export function listeningOrigin(app: FastifyInstance): string {
  const [bound] = app.addresses()
  const { host, port } = app.config
  return typeof bound === 'object' && 'port' in bound
    ? `http://${reachable(bound.address)}:${bound.port}`
    : `http://${reachable(host)}:${port}`
}

export function reachable(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1'
  return isIPv6(address) ? `[${address}]` : address
}
