import { STORED_KEYS, storedKeyOf, type StoredPlace } from '#shared/privacy/stored-keys.ts'

const UNWANTED_DATABASES = STORED_KEYS.flatMap(({ name, places }): string[] =>
  places.some((place) => place === 'database') ? [name] : [],
)

/** Takes out of the browser whatever was kept of a visit that is no longer measured. */
export function forgetMeasurements(): void {
  forgetCookies()
  forgetKeys('local', () => localStorage)
  forgetKeys('session', () => sessionStorage)
  void emptyDatabases()
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

/**
 * Empty databases go as well, where no page of this visit still holds them open: a deletion that waits for that would
 * hold up everybody after it.
 */
export function dropDatabases(): void {
  try {
    for (const name of UNWANTED_DATABASES) indexedDB.deleteDatabase(name)
  } catch {
    // Firefox throws where nothing may be kept.
  }
}

async function emptyDatabases(): Promise<void> {
  try {
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined || !UNWANTED_DATABASES.includes(name)) continue
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => emptyDatabase(opening.result))
    }
  } catch {
    // Where nothing may be kept, nothing was.
  }
}

function emptyDatabase(database: IDBDatabase): void {
  const stores = [...database.objectStoreNames]
  if (stores.length > 0) {
    const clearing = database.transaction(stores, 'readwrite')
    for (const store of stores) clearing.objectStore(store).clear()
  }
  // Once that is done.
  database.close()
}
