import { createInterface } from 'node:readline/promises'

import type { AdminClient } from '#server/medusa/admin/admin-client.ts'

import { runCommand, CommandError } from '../operator-command.ts'
import { callActions, type Action, type ActionInput } from './action.ts'
import { actionHelp, generalHelp, resourceHelp } from './help.ts'
import { OPERATIONS } from './operation-actions.ts'
import { findOrderId } from './operations/find-order.ts'
import { readInput, type Typed } from './read-input.ts'
import { toTable } from './to-table.ts'
import { withAdminClient } from './with-admin-client.ts'

const PAGE = 100
const WIDTH = 120

/** `npm run admin`: every call of the Admin API, and operations of several calls. */
await runCommand(async () => {
  const args = process.argv.slice(2)
  const [resource, name] = args.slice(0, 2).filter((arg) => !arg.startsWith('-'))
  const actions = [...OPERATIONS, ...callActions()]
  if (resource === undefined) return console.log(generalHelp(actions))
  const known = actions.filter((action) => action.resource === resource)
  if (known.length === 0)
    throw new CommandError(`There is no resource "${resource}"; "npm run admin" lists those that there are.`)
  if (name === undefined) return console.log(resourceHelp(resource, known))
  const action = known.find((one) => one.name === name)
  if (!action)
    throw new CommandError(`${resource} cannot "${name}"; "npm run admin -- ${resource}" lists what they can.`)

  const typed = readInput(action, args.slice(2))
  if (typed.help) return console.log(actionHelp(action))
  await withAdminClient(async (adminClient, { url, priceUnit }) => {
    const { id } = typed.ids
    if (resource === 'orders' && id !== undefined) typed.ids['id'] = await findOrderId(adminClient.admin, id)
    const ask = async (query: string) => typed.yes || askOperator(query)
    const doomed = deletedBy(action, typed)
    if (doomed && !(await ask(`Delete ${doomed} at ${url}, for good?`))) return console.log('Nothing was deleted.')
    const answer = await perform(adminClient, action, { ...typed, priceUnit, log: console.error })
    if (isEmpty(action, answer)) throw new CommandError(`There is no ${nameOf(action, typed)}.`)
    console.log(typed.json ? JSON.stringify(answer, null, 2) : toTable(answer, process.stdout.columns ?? WIDTH))
  }, action.actor)
})

async function perform(adminClient: AdminClient, action: Action, input: ActionInput & Typed): Promise<unknown> {
  return input.all ? readAll(adminClient, action, input) : action.run(adminClient, input)
}

/** Reads all pages of a list. */
async function readAll(adminClient: AdminClient, action: Action, input: ActionInput): Promise<unknown> {
  if (!action.hasPages) throw new CommandError(`${action.resource} ${action.name} has no pages: --all is for lists.`)
  const all: unknown[] = []
  for (;;) {
    const options = { limit: PAGE, ...input.options, offset: all.length }
    const answer = (await action.run(adminClient, { ...input, options })) as { count: number }
    const [name, value] = Object.entries(answer).find(([, part]) => Array.isArray(part)) ?? ['', []]
    const rows = value as unknown as unknown[]
    all.push(...rows)
    if (typeof answer.count !== 'number') return answer
    input.log(`${all.length} of ${answer.count} ${action.resource}`)
    if (rows.length === 0 || all.length >= answer.count) return { [name]: all, count: answer.count }
  }
}

/** @returns the name of the object that the action deletes; undefined if it deletes nothing */
function deletedBy(action: Action, typed: Typed): string | undefined {
  if (action.deletes) return nameOf(action, typed)
  const list = typed.data['delete']
  return Array.isArray(list) && list.length > 0 ? `${list.length} of ${action.resource}` : undefined
}

function nameOf({ resource }: Action, { ids }: Typed): string {
  return [resource, ...Object.values(ids)].join(' ')
}

/** Returns whether a response is empty. For some unknown ids the backend responds with success and no data. */
function isEmpty({ ids, reads }: Action, answer: unknown): boolean {
  if (ids.length === 0 || answer === undefined) return false
  const values = typeof answer === 'object' && answer !== null ? Object.values(answer) : [answer]
  // A write may have an empty response.
  return values.length === 0 ? reads : values.every((value) => value === null || value === undefined)
}

async function askOperator(query: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandError(`${query} There is no terminal to ask in; confirm with --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^(?:y|yes)$/i.test((await terminal.question(`${query} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
