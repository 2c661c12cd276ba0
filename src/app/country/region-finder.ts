import type { CurrentRegion, IpLocation } from '#shared/country/visitor.ts'

import { settleCountry } from './visitor-country.ts'

interface RegionFinderOptions {
  callShop: <Answer>(method: 'GET', path: string) => Promise<Answer>
  storage: { set(key: string, value: string): void }
  log: (text: string, error: unknown) => void
}

/**
 * Finds the region in which this visitor's cart begins, once their country is settled as far as it can be.
 * @returns gives '' where the region could not be had: the backend then takes the shop's default
 */
export function createRegionFinder({ callShop, storage, log }: RegionFinderOptions): () => Promise<string> {
  return async () => {
    await settleCountry({
      fetchLocation: () => callShop<IpLocation>('GET', '/ip-location'),
      cookies: () => document.cookie,
      storage,
      wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
      log,
    })
    try {
      return (await callShop<CurrentRegion>('GET', '/region/current')).regionId
    } catch (error) {
      log('Failed to fetch region ID', error)
      return ''
    }
  }
}
