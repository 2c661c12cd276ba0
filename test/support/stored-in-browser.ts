import type { Page } from 'playwright'

import { storedKeyOf, type StoredPlace } from '#shared/privacy/stored-keys.ts'

export async function unwanted(page: Page): Promise<string[]> {
  return (await savedIn(page)).filter(([place, name]) => !storedKeyOf(name, place)?.isNecessary).map(String)
}

export async function strangers(page: Page): Promise<string[]> {
  return (await savedIn(page)).filter(([place, name]) => !storedKeyOf(name, place)).map(String)
}

async function savedIn(page: Page): Promise<[StoredPlace, string][]> {
  const cookies = await page.context().cookies()
  const inPage = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    database: (await indexedDB.databases()).map(({ name = '' }) => name),
  }))
  const saved = { cookie: cookies.map(({ name }) => name), ...inPage }
  return Object.entries(saved).flatMap(([place, names]) =>
    names.map((name): [StoredPlace, string] => [place as StoredPlace, name]),
  )
}
