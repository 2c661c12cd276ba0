import type { IncomingMessage } from 'node:http'

import proxyAddr from '@fastify/proxy-addr'
import fastifyRateLimit from '@fastify/rate-limit'

import type { Config } from '#server/config.ts'

/** Whether the forwarded headers of an address are trusted; `hop` is 0 for the address that is connected to us. */
export type TrustProxy = (address: string, hop: number) => boolean

/** The setting TRUST_PROXY as a function; Fastify and the request queue use the same one. */
export function createTrustProxy(trustProxy: Config['trustProxy']): TrustProxy {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()))
}

/**
 * Tells clients apart as the rate limits do: by network address, an IPv6 network of 64 bits as one.
 * @returns '' for a client that has disconnected
 */
export function clientOf(request: IncomingMessage, trust: TrustProxy): string {
  const address = request.socket.remoteAddress === undefined ? undefined : proxyAddr(request, trust)
  return address === undefined ? '' : networkOf(address)
}

/** The network that is counted as one client. @param address IPv4 or IPv6 */
export function networkOf(address: string): string {
  return fastifyRateLimit.normalizeIP(address)
}
