import type { IncomingMessage } from 'node:http'

import proxyAddr from '@fastify/proxy-addr'
import fastifyRateLimit from '@fastify/rate-limit'

import type { Config } from '#server/config.ts'

/** `hop` is 0 for the address that is connected to us. */
type TrustProxy = (address: string, hop: number) => boolean

export function createTrustProxy(trustProxy: Config['trustProxy']): TrustProxy {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()))
}

/** '' if the client has disconnected. */
export function clientOf(request: IncomingMessage, trust: TrustProxy): string {
  const address = request.socket.remoteAddress === undefined ? undefined : proxyAddr(request, trust)
  return address === undefined ? '' : networkOf(address)
}

export function networkOf(address: string): string {
  return fastifyRateLimit.normalizeIP(address)
}

const FACTORS = { 64: 1, 56: 4, 48: 16 }

/**
 * The smallest first. A home usually has a /56 and a company a /48, but a mobile carrier gives each phone a /64; so a
 * larger network may do what a few busy visitors do, not what 256 or 65,536 subnets may. An IPv4 address counts alone,
 * because thousands of a carrier's customers share a /24.
 */
export function networksOf(address: string): { network: string; factor: number }[] {
  const smallest = { network: networkOf(address), factor: 1 }
  if (!smallest.network.includes(':')) return [smallest]
  return Object.entries(FACTORS)
    .map(([prefix, factor]) => ({
      network: `${fastifyRateLimit.normalizeIP(address, Number(prefix))}/${prefix}`,
      factor,
    }))
    .toSorted((one, other) => one.factor - other.factor)
}
