import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { STORED_KEYS, storedKeyOf, type StoredPlace } from '#shared/privacy/stored-keys.ts'
import { readSources } from '#test/support/module-graph.ts'

const TEXTS: Record<Locale, Record<StoredPlace, RegExp>> = {
  en: { cookie: /cookie/, local: /local storage/, session: /session storage/, database: /database/ },
  ru: { cookie: /cookie/, local: /локальное хранилище/, session: /хранилище вкладки/, database: /база данных/ },
}

for (const locale of LOCALES) {
  t.test(
    `the privacy policy in ${locale} lists everything that is stored in a browser, and where, and nothing else`,
    async (t) => {
      const { necessary, others } = tablesOf(locale)
      for (const isNecessary of [true, false]) {
        const keys = STORED_KEYS.filter((key) => key.isNecessary === isNecessary)
        const rows = isNecessary ? necessary : others
        t.same(
          rows.map(({ name }) => name).toSorted(),
          keys.map(({ name }) => name).toSorted(),
          isNecessary ? 'necessary keys' : 'keys that need consent',
        )
        for (const { name, where } of rows) {
          const places = Object.entries(TEXTS[locale]).flatMap(([place, term]) => (term.test(where) ? [place] : []))
          const key = keys.find((it) => it.name === name)
          t.same(places.toSorted(), [...(key?.places ?? [])].toSorted(), name)
        }
      }
    },
  )
}

t.test('cookies that the server sets are listed', async (t) => {
  const names = readSources('src/server', 'src/shared').flatMap(({ text }) =>
    [...text.matchAll(/(?:_COOKIE = |Cookie\()'(\w+)'/g)].map(([, name = '']) => name),
  )
  t.ok(names.length >= 4)
  for (const name of names) t.ok(storedKeyOf(name, 'cookie'), name)
})

t.test('keys of third parties are matched by their prefix', async (t) => {
  t.equal(storedKeyOf('mp_a1b2_mixpanel', 'cookie')?.isNecessary, false)
  t.equal(storedKeyOf('mp_a1b2_mixpanel', 'database'), undefined)
  t.equal(storedKeyOf('cart_id', 'local')?.isNecessary, true)
  t.equal(storedKeyOf('cart_idea', 'local'), undefined)
})

interface Row {
  name: string
  where: string
}

/** The first table of the policy lists necessary keys, the second those that need consent. */
function tablesOf(locale: Locale): { necessary: Row[]; others: Row[] } {
  const file = join(import.meta.dirname, `../../../content/${locale}/policies/privacy-policy.md`)
  const [, necessary = '', others = ''] = readFileSync(file, 'utf8').split('|---|---|---|---|\n')
  return { necessary: rowsOf(necessary), others: rowsOf(others) }
}

function rowsOf(text: string): Row[] {
  const lines = text.split('\n')
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('|')),
    )
    .flatMap((line) => {
      const [, names = '', where = ''] = line.split('|')
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, where }))
    })
}
