import { sumCspReports, type CspReportSum } from '#server/csp-reports/csp-reports-queries.ts'
import { RETENTION_DAYS } from '#server/infra/database/daily-counts.ts'
import { dayBefore } from '#server/infra/scheduling.ts'

import { DATABASE_HELP, DAYS_OPTION, readDays, runWithArguments, withTables } from './operator-command.ts'

const HELP = `npm run csp:report                 what browsers blocked on the shop's pages in the last 30 days, checkout pages first
npm run csp:report -- --days 7     in the last 7 days; reports are kept for ${RETENTION_DAYS} days

${DATABASE_HELP}`
const LONGEST_LIST = 100

/** `npm run csp:report`: lists violations of the Content-Security-Policy that browsers reported. */
await runWithArguments({ help: HELP, options: DAYS_OPTION }, async ({ values }) => {
  const days = readDays(values.days, RETENTION_DAYS)
  const reports = await withTables('No shop that keeps CSP reports has started on this database yet.', (database) =>
    sumCspReports(database, dayBefore(new Date(), days - 1)),
  )
  const times = reports.reduce((sum, report) => sum + report.times, 0)
  console.log(`CSP reports in the last ${days === 1 ? 'day' : `${days} days`}: ${times}, of ${reports.length} kinds`)
  for (const report of reports.slice(0, LONGEST_LIST)) console.log(toLine(report))
  if (reports.length > LONGEST_LIST) console.log(`  … and ${reports.length - LONGEST_LIST} more`)
})

function toLine({ times, directive, blocked, page, first_day: first, last_day: last }: CspReportSum): string {
  return `  ${times} ×  ${page}: ${blocked} refused by ${directive} (${first === last ? first : `${first} to ${last}`})`
}
