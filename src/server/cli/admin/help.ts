import type { Action } from './action.ts'

const HEAD = `npm run admin -- <resource> <action> [--id …] [--data file.json]

Everything that the shop's staff may do, at MEDUSA_URL with MEDUSA_ADMIN_KEY or MEDUSA_ADMIN_TOKEN, else in the sample
shop that runs on DATA_DIR.`

const EXAMPLES = `npm run admin -- orders                       what can be done with orders
npm run admin -- orders list --limit 5
npm run admin -- orders refund --help
npm run admin -- orders refund K7QM-4T2X-5 --amount 10.50`

const QUERY = '  --query name=value   any other question, such as created_at[$gte]=2026-01-01; as often as is needed'
const COMMON = `  --json               the whole answer, for a program behind npm run --silent; without it a table for people
  --yes                does not ask before something is deleted`

/** @returns the help without a resource, which lists the resources */
export function generalHelp(actions: readonly Action[]): string {
  const resources = [...new Set(actions.map(({ resource }) => resource))].toSorted((a, b) => a.localeCompare(b))
  return [HEAD, EXAMPLES, `Resources:\n${inLines(resources)}`].join('\n\n')
}

/** @returns the help of a resource, which lists its actions */
export function resourceHelp(resource: string, actions: readonly Action[]): string {
  const width = Math.max(...actions.map(({ name }) => name.length))
  return [`${resource}:`, ...actions.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`)].join('\n')
}

/** @returns the help of an action: what it does, and its arguments */
export function actionHelp(action: Action): string {
  const { resource, name, about, ids, hasPages, isStrict, data, takesFiles } = action
  const options = action.options.filter((option) => /^\w+$/.test(option)).map((option) => `--${option}`)
  const parts = [
    `npm run admin -- ${[resource, name, ...ids.map((id) => `--${id} …`)].join(' ')}`,
    '',
    about,
    ...(data.length > 0 ? ['', '  --data file.json     or - for the standard input, with:', inLines(data, 6)] : []),
    ...(takesFiles ? ['', '  --file path          the file to be sent'] : []),
    ...(options.length > 0 ? ['', '  Also:', inLines(options, 6)] : []),
    '',
    ...(hasPages ? ['  --all                every page, not the first alone'] : []),
    ...(isStrict ? [] : [QUERY]),
    COMMON,
    ...(data.some((field) => field.endsWith('?')) ? ['', 'What ends with a question mark need not be there.'] : []),
  ]
  return parts.join('\n')
}

/** Wraps terms into indented lines. */
function inLines(terms: readonly string[], indent = 2): string {
  const lines: string[] = []
  for (const term of terms) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + term.length + 2 < 100) lines[lines.length - 1] = `${last}  ${term}`
    else lines.push(`${' '.repeat(indent)}${term}`)
  }
  return lines.join('\n')
}
