import type { CurrentRegion } from '#shared/api/region.ts'

/**
 * The region in which this visitor's cart begins.
 * @returns '' where it could not be had: the backend then takes the shop's default
 */
export async function fetchRegionId(
  fetchRegion: () => Promise<CurrentRegion>,
  log: (text: string, error: unknown) => void,
): Promise<string> {
  try {
    return (await fetchRegion()).regionId
  } catch (error) {
    log('Failed to fetch region ID', error)
    return ''
  }
}
