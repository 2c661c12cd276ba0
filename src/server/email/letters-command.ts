import { parseArgs } from 'node:util'

import { runCommand, Sentence, withDatabase } from '#server/operator-command.ts'

import { openLetterDesk, type KeptLetter, type LetterDesk } from './letter-desk.ts'

const HELP = `npm run letters                    letters that wait, and dead ones that are tried no more, with the reason
npm run letters -- resend <id>     tries one of them now
npm run letters -- resend all      tries all of them now

Looks into DATABASE_URL, else into the database of the sample shop that runs on DATA_DIR.`

/** `npm run letters`: what became of letters that have not been handed over. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true })
  const [command = 'list', id] = positionals
  const isKnown = (command === 'list' && id === undefined) || (command === 'resend' && id !== undefined)
  if (values.help) console.log(HELP)
  else if (!isKnown || positionals.length > 2)
    throw new Sentence(`This is not known: "${positionals.join(' ')}".\n${HELP}`)
  else await atDesk(async (desk) => (id === undefined ? list(desk) : resend(desk, id)))
})

async function atDesk(work: (desk: LetterDesk) => Promise<void>): Promise<void> {
  await withDatabase(async (client) => {
    const desk = await openLetterDesk(client).catch((cause: unknown) => {
      throw new Sentence('No shop has started on this database yet.', { cause })
    })
    try {
      await work(desk)
    } finally {
      await desk.close()
    }
  })
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
