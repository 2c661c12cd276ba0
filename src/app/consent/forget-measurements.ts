import { STORED_KEYS, storedKeyOf, type StoredPlace } from '#shared/privacy/stored-keys.ts'

export const UNWANTED_DATABASES = STORED_KEYS.flatMap(({ name, places }): string[] =>
  places.some((place) => place === 'database') ? [name] : [],
)

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
    // The browser blocks storage, so there is nothing to delete.
  }
}

/** Scripts cannot read the domain that a cookie was set for, so this tries all possible ones. */
function forgetCookies(): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=', 1)[0] ?? '')
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)
  for (const name of names.filter((it) => isUnwanted(it, 'cookie'))) {
    for (const domain of ['', ...domains]) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`
  }
}

/** Open connections close themselves on `versionchange`, so they do not block the deletion. */
function dropDatabases(): void {
  try {
    for (const name of UNWANTED_DATABASES) indexedDB.deleteDatabase(name)
  } catch {
    // Firefox throws if storage is blocked.
  }
}
