import { readFileSync } from 'node:fs'

import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { BackendError } from '#server/medusa/backend-error.ts'

import { CommandError, runWithArguments } from '../operator-command.ts'
import { toTable } from './to-table.ts'
import { withAdminClient } from './with-admin-client.ts'

const HELP = `npm run admin -- METHOD PATH [--query NAME=VALUE …] [--data FILE] [--json]

npm run admin -- GET /admin/orders --query limit=5 order=-created_at
npm run admin -- GET /admin/orders --query q=K7QM-4T2X-5      finds the id of an order by its number
npm run admin -- POST /admin/orders/order_…/cancel
npm run admin -- POST /admin/product-tags --data tag.json

Performs one call of Medusa's API. https://docs.medusajs.com/api/admin lists the calls.
  --query NAME=VALUE   parameters, such as created_at[$gte]=2026-01-01; one name may be given several times
  --data FILE          a file with a JSON object, or - for the standard input
  --json               prints the whole answer, for a program behind npm run --silent; the default is a table

Uses MEDUSA_URL with MEDUSA_ADMIN_KEY or MEDUSA_ADMIN_TOKEN, or else the sample shop that runs on DATA_DIR.
Exit codes: 0 if Medusa did it, 1 otherwise.`

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const WIDTH = 120

/** `npm run admin`: performs one call of Medusa's API. */
await runWithArguments(
  {
    help: HELP,
    options: {
      query: { type: 'string', multiple: true, default: [] },
      data: { type: 'string' },
      json: { type: 'boolean' },
    },
    allowPositionals: true,
  },
  async ({ values, positionals: [method, path = '', ...pairs] }) => {
    if (method === undefined) return console.log(HELP)
    if (!METHODS.includes(method)) throw new CommandError(`"${method}" is no method; these are: ${METHODS.join(', ')}.`)
    if (!/^\/(?:admin|store|auth)\//.test(path))
      throw new CommandError(`A path begins with /admin/, /store/ or /auth/, not with "${path}".`)
    const { pathname, searchParams } = new URL(path, 'http://medusa')
    for (const pair of [...values.query, ...pairs]) searchParams.append(...readPair(pair))
    const body = values.data === undefined ? {} : { body: readData(values.data) }

    await withAdminClient(async ({ admin, fetch }) => {
      const headers = pathname.startsWith('/store/') ? await publishableKey(admin) : {}
      const answer = await fetch(`${pathname}?${searchParams}`, { method, headers, ...body }).catch(
        (error: unknown) => {
          if (method !== 'GET' && error instanceof BackendError && error.mayHaveWorked)
            console.error('The call may have worked all the same. Check that before you repeat it.')
          throw error
        },
      )
      // Medusa answers some unknown ids with success and no data.
      if (method === 'GET' && isEmpty(answer)) throw new CommandError(`There is no ${pathname}.`)
      console.log(values.json ? JSON.stringify(answer, null, 2) : toTable(answer, process.stdout.columns ?? WIDTH))
    })
  },
)

function readPair(text: string): [name: string, value: string] {
  const end = text.indexOf('=')
  if (end > 0) return [text.slice(0, end), text.slice(end + 1)]
  throw new CommandError(`A parameter is a name and a value, such as limit=5, not "${text}".`)
}

function readData(path: string): object {
  let text
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error })
  }
  try {
    const data: unknown = JSON.parse(text)
    if (typeof data === 'object' && data !== null) return data
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}.`, { cause: error })
  }
  throw new CommandError(`${path} holds no JSON object.`)
}

/** The Store API answers only with such a key. It is public, and staff can read it. */
async function publishableKey({ apiKey }: AdminClient['admin']): Promise<Record<string, string>> {
  const { api_keys: keys } = await apiKey.list({ type: 'publishable', limit: 1 })
  return { 'x-publishable-api-key': keys[0]?.token ?? '' }
}

function isEmpty(answer: unknown): boolean {
  return (
    typeof answer === 'object' && Object.values(answer ?? {}).every((value) => value === null || value === undefined)
  )
}
