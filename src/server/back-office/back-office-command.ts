import { createInterface } from 'node:readline/promises'

import type { BackOffice } from '#server/commerce/back-office.ts'
import { findOrderId } from '#server/operations/find-order.ts'
import { runCommand, Sentence } from '#server/operator-command.ts'

import { callActions, type Action, type ActionInput } from './action.ts'
import { actionHelp, generalHelp, resourceHelp } from './help.ts'
import { OPERATIONS } from './operation-actions.ts'
import { readInput, type Typed } from './read-input.ts'
import { toTable } from './to-table.ts'
import { withBackOffice } from './with-back-office.ts'

const PAGE = 100
const WIDTH = 120

/** `npm run back-office`: what the shop's staff may do, from a terminal. */
await runCommand(async () => {
  const args = process.argv.slice(2)
  const [resource, name] = args.slice(0, 2).filter((arg) => !arg.startsWith('-'))
  const actions = [...OPERATIONS, ...callActions()]
  if (resource === undefined) return console.log(generalHelp(actions))
  const known = actions.filter((action) => action.resource === resource)
  if (known.length === 0)
    throw new Sentence(`There is no resource "${resource}"; "npm run back-office" lists those that there are.`)
  if (name === undefined) return console.log(resourceHelp(resource, known))
  const action = known.find((one) => one.name === name)
  if (!action)
    throw new Sentence(`${resource} cannot "${name}"; "npm run back-office -- ${resource}" lists what they can.`)

  const typed = readInput(action, args.slice(2))
  if (typed.help) return console.log(actionHelp(action))
  await withBackOffice(async (office, { url, priceUnit }) => {
    const { id } = typed.ids
    if (resource === 'orders' && id !== undefined) typed.ids['id'] = await findOrderId(office.admin, id)
    const ask = async (question: string) => typed.yes || askOperator(question)
    const wanted = deletedBy(action, typed)
    if (wanted && !(await ask(`Delete ${wanted} at ${url}, for good?`))) return console.log('Nothing was deleted.')
    const answer = await perform(office, action, { ...typed, priceUnit, say: console.error, ask })
    if (isNothing(action, answer)) throw new Sentence(`There is no ${nameOf(action, typed)}.`)
    console.log(typed.json ? JSON.stringify(answer, null, 2) : toTable(answer, process.stdout.columns ?? WIDTH))
  }, action.sitter)
})

async function perform(office: BackOffice, action: Action, input: ActionInput & Typed): Promise<unknown> {
  return input.all ? readAll(office, action, input) : action.run(office, input)
}

/** Page after page, until there are as many as the backend counts. */
async function readAll(office: BackOffice, action: Action, input: ActionInput): Promise<unknown> {
  if (!action.hasPages) throw new Sentence(`${action.resource} ${action.name} has no pages: --all is for lists.`)
  const all: unknown[] = []
  for (;;) {
    const options = { limit: PAGE, ...input.options, offset: all.length }
    const answer = (await action.run(office, { ...input, options })) as { count: number }
    const [name, rows] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? ['', []]
    all.push(...(rows as unknown as unknown[]))
    if (typeof answer.count !== 'number') return answer
    input.say(`${all.length} of ${answer.count} ${action.resource}`)
    if ((rows as unknown as unknown[]).length === 0 || all.length >= answer.count)
      return { [name]: all, count: answer.count }
  }
}

/** @returns what is gone afterwards; undefined where nothing is */
function deletedBy(action: Action, typed: Typed): string | undefined {
  if (action.deletes) return nameOf(action, typed)
  const list = typed.data['delete']
  return Array.isArray(list) && list.length > 0 ? `${list.length} of ${action.resource}` : undefined
}

function nameOf({ resource }: Action, { ids }: Typed): string {
  return [resource, ...Object.values(ids)].join(' ')
}

/** For some ids that it does not know the backend answers with success, and nothing in it. */
function isNothing({ ids, reads }: Action, answer: unknown): boolean {
  if (ids.length === 0 || answer === undefined) return false
  const values = typeof answer === 'object' && answer !== null ? Object.values(answer) : [answer]
  // A write may have nothing to say.
  return values.length === 0 ? reads : values.every((value) => value === null || value === undefined)
}

async function askOperator(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Sentence(`${question} Nobody is there to be asked: say it with --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^(?:y|yes)$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
