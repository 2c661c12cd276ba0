export const DEFAULT_TIME_ZONE_COUNTRY = 'US'

/** As browsers name them, including older names. */
const ZONES_OF: Record<string, string> = {
  US: 'America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix America/Anchorage America/Detroit America/Boise Pacific/Honolulu',
  CA: 'America/Toronto America/Vancouver America/Montreal America/Edmonton America/Winnipeg America/Halifax America/St_Johns America/Regina',
  MX: 'America/Mexico_City America/Tijuana America/Monterrey America/Cancun',
  BR: 'America/Sao_Paulo America/Bahia America/Manaus',
  AR: 'America/Argentina/Buenos_Aires America/Buenos_Aires',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  PE: 'America/Lima',
  GB: 'Europe/London Europe/Belfast',
  IE: 'Europe/Dublin',
  DE: 'Europe/Berlin',
  FR: 'Europe/Paris',
  ES: 'Europe/Madrid Atlantic/Canary',
  IT: 'Europe/Rome',
  NL: 'Europe/Amsterdam',
  BE: 'Europe/Brussels',
  AT: 'Europe/Vienna',
  PT: 'Europe/Lisbon',
  FI: 'Europe/Helsinki',
  GR: 'Europe/Athens',
  CH: 'Europe/Zurich',
  SE: 'Europe/Stockholm',
  NO: 'Europe/Oslo',
  DK: 'Europe/Copenhagen',
  PL: 'Europe/Warsaw',
  CZ: 'Europe/Prague',
  HU: 'Europe/Budapest',
  RO: 'Europe/Bucharest',
  UA: 'Europe/Kyiv Europe/Kiev',
  RU: 'Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Novosibirsk Asia/Vladivostok',
  TR: 'Europe/Istanbul',
  IL: 'Asia/Jerusalem Asia/Tel_Aviv',
  AE: 'Asia/Dubai',
  SA: 'Asia/Riyadh',
  IN: 'Asia/Kolkata Asia/Calcutta',
  CN: 'Asia/Shanghai',
  HK: 'Asia/Hong_Kong',
  SG: 'Asia/Singapore',
  JP: 'Asia/Tokyo',
  KR: 'Asia/Seoul',
  AU: 'Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide',
  NZ: 'Pacific/Auckland',
  ZA: 'Africa/Johannesburg',
  EG: 'Africa/Cairo',
}

export const COUNTRY_OF_ZONE: ReadonlyMap<string, string> = new Map(
  Object.entries(ZONES_OF).flatMap(([country, zones]) =>
    zones.split(' ').map((zone): [string, string] => [zone, country]),
  ),
)

export function knownCountryOfTimeZone(zone: string): string | undefined {
  return COUNTRY_OF_ZONE.get(zone)
}

export function countryOfTimeZone(zone: string): string {
  return knownCountryOfTimeZone(zone) ?? DEFAULT_TIME_ZONE_COUNTRY
}
