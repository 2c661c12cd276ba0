import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { ConfigError, loadConfig } from '#server/config.ts'
import { readRunningShop } from '#server/running-shop.ts'

import { openLetterDesk, type KeptLetter, type LetterDesk } from './letter-desk.ts'

const HELP = `npm run letters                    letters that wait, and dead ones that are tried no more, with the reason
npm run letters -- resend <id>     tries one of them now
npm run letters -- resend all      tries all of them now

Looks into DATABASE_URL, else into the database of the sample shop that runs on DATA_DIR.`

const CONNECT_MS = 3000

/** What an operator is told instead of a stack. */
class Sentence extends Error {}

/** `npm run letters`: what became of letters that have not been handed over. */
try {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true })
  const [command = 'list', id] = positionals
  const isKnown = (command === 'list' && id === undefined) || (command === 'resend' && id !== undefined)
  if (values.help) console.log(HELP)
  else if (!isKnown || positionals.length > 2)
    throw new Sentence(`This is not known: "${positionals.join(' ')}".\n${HELP}`)
  else await atDesk(async (desk) => (id === undefined ? list(desk) : resend(desk, id)))
} catch (error) {
  const isExpected = error instanceof Sentence || error instanceof ConfigError || isAboutArguments(error)
  console.error(isExpected ? (error as Error).message : error)
  process.exitCode = 1
}

async function atDesk(work: (desk: LetterDesk) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(), connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect().catch((error: NodeJS.ErrnoException) => {
      throw new Sentence(`The database does not answer (${error.code ?? error.message}).`)
    })
    const desk = await openLetterDesk(client).catch((cause: unknown) => {
      throw new Sentence('No shop has started on this database yet.', { cause })
    })
    try {
      await work(desk)
    } finally {
      await desk.close()
    }
  } finally {
    await client.end().catch(() => {})
  }
}

function databaseUrl(): string {
  const { databaseUrl: url, dataDir } = loadConfig(process.env)
  const found = url ?? readRunningShop(dataDir)?.storefrontDatabaseUrl
  if (found) return found
  throw new Sentence(
    `No sample shop runs on the data folder ${dataDir}; start it, or name a database with DATABASE_URL.`,
  )
}

async function list(desk: LetterDesk): Promise<void> {
  const letters = await desk.list()
  const dead = letters.filter(({ state }) => state === 'dead').length
  console.log(`${letters.length - dead} waiting, ${dead} dead`)
  for (const letter of letters) console.log(toLine(letter))
}

async function resend(desk: LetterDesk, id: string): Promise<void> {
  const count = await desk.resend(id === 'all' ? undefined : id)
  if (count === 0 && id !== 'all') throw new Sentence(`No letter ${id} waits or is dead.`)
  console.log(count === 1 ? 'One letter is tried again.' : `${count} letters are tried again.`)
}

function toLine({ id, name, locale, to, queuedAt, tries, state, reason }: KeptLetter): string {
  return [id, state.padEnd(7), name, locale, to, toAge(queuedAt), `${tries} tries`, reason ?? ''].join('  ').trimEnd()
}

function toAge(since: Date): string {
  const minutes = Math.floor((Date.now() - since.getTime()) / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}

function isAboutArguments(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}
