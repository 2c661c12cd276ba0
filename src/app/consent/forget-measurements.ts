import { STORED_KEYS, storedKeyOf, type StoredPlace } from '#shared/privacy/stored-keys.ts'

/** The databases of those who measure. */
export const UNWANTED_DATABASES = STORED_KEYS.flatMap(({ name, places }): string[] =>
  places.some((place) => place === 'database') ? [name] : [],
)

/** Takes out of the browser whatever was kept of a visit that is no longer measured. */
export function forgetMeasurements(): void {
  forgetCookies()
  forgetKeys('local', () => localStorage)
  forgetKeys('session', () => sessionStorage)
  dropDatabases()
}

function isUnwanted(name: string, place: StoredPlace): boolean {
  return storedKeyOf(name, place)?.isNecessary === false
}

function forgetKeys(place: StoredPlace, open: () => Storage): void {
  try {
    const storage = open()
    for (const name of Object.keys(storage)) if (isUnwanted(name, place)) storage.removeItem(name)
  } catch {
    // Where nothing may be kept, nothing was.
  }
}

/** A cookie goes only by the domain that it was set for, which no script is told. */
function forgetCookies(): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=', 1)[0] ?? '')
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)
  for (const name of names.filter((it) => isUnwanted(it, 'cookie'))) {
    for (const domain of ['', ...domains]) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`
  }
}

/** Anyone who has one open lets go of it as soon as it is to be deleted. */
function dropDatabases(): void {
  try {
    for (const name of UNWANTED_DATABASES) indexedDB.deleteDatabase(name)
  } catch {
    // Firefox throws where nothing may be kept.
  }
}
