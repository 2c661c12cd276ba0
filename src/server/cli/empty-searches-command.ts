import { mostWantedSearches, type WantedSearch } from '#server/catalog/empty-searches/empty-searches-queries.ts'
import { RETENTION_DAYS } from '#server/infra/database/daily-counts.ts'
import { dayBefore } from '#server/infra/scheduling.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { DATABASE_HELP, DAYS_OPTION, readDays, runWithArguments, withTables } from './operator-command.ts'

const HELP = `npm run search:report                 searches without results in the last 30 days, the most frequent first
npm run search:report -- --days 7     in the last 7 days; searches are kept for ${RETENTION_DAYS} days

${DATABASE_HELP}
Add synonyms of the shop's own terms to content/{en,ru}/_search/words.yml.`

const LANGUAGES: Record<Locale, string> = { en: 'English', ru: 'Russian' }
const LONGEST_LIST = 50

/** `npm run search:report`: lists searches without results. */
await runWithArguments({ help: HELP, options: DAYS_OPTION }, async ({ values }) => {
  const days = readDays(values.days, RETENTION_DAYS)
  const since = dayBefore(new Date(), days - 1)
  const wanted = await withTables('No shop that counts searches has started on this database yet.', (database) =>
    mostWantedSearches(database, since),
  )
  const lists = LOCALES.map((locale) =>
    toList(
      LANGUAGES[locale],
      wanted.filter((one) => one.locale === locale),
    ),
  )
  console.log(`Searches without results in the last ${days === 1 ? 'day' : `${days} days`}\n\n${lists.join('\n\n')}`)
})

function toList(language: string, wanted: WantedSearch[]): string {
  if (wanted.length === 0) return `${language}: nothing`
  const times = wanted.reduce((sum, one) => sum + one.times, 0)
  const width = String(wanted[0]?.times).length
  const lines = wanted.slice(0, LONGEST_LIST).map(({ query, times: count, days, has_nearest: hasNearest }) => {
    const notes = [days > 1 ? `on ${days} days` : '', hasNearest ? 'nearest pieces shown' : ''].filter(Boolean)
    return `  ${String(count).padStart(width)} ×  ${query}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`
  })
  const rest = wanted.length - lines.length
  const head = `${language}: ${toCount(wanted.length, 'query', 'queries')}, ${toCount(times, 'time', 'times')}`
  return [head, ...lines, ...(rest > 0 ? [`  … and ${rest} more`] : [])].join('\n')
}

function toCount(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
