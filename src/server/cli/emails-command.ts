import { parseArgs } from 'node:util'

import { openEmailQueueAdmin, type QueuedEmail, type EmailQueueAdmin } from '#server/email/email-queue-admin.ts'

import { runCommand, CommandError, withDatabase } from './operator-command.ts'

const HELP = `npm run emails                    letters that wait, and dead ones that are tried no more, with the reason
npm run emails -- resend <id>     tries one of them now
npm run emails -- resend all      tries all of them now

Looks into DATABASE_URL, else into the database of the sample shop that runs on DATA_DIR.`

/** `npm run emails`: what became of emails that have not been handed over. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true })
  const [command = 'list', id] = positionals
  const isKnown = (command === 'list' && id === undefined) || (command === 'resend' && id !== undefined)
  if (values.help) console.log(HELP)
  else if (!isKnown || positionals.length > 2)
    throw new CommandError(`This is not known: "${positionals.join(' ')}".\n${HELP}`)
  else await atDesk(async (desk) => (id === undefined ? list(desk) : resend(desk, id)))
})

async function atDesk(work: (desk: EmailQueueAdmin) => Promise<void>): Promise<void> {
  await withDatabase(async (client) => {
    const desk = await openEmailQueueAdmin(client).catch((cause: unknown) => {
      throw new CommandError('No shop has started on this database yet.', { cause })
    })
    try {
      await work(desk)
    } finally {
      await desk.close()
    }
  })
}

async function list(desk: EmailQueueAdmin): Promise<void> {
  const emails = await desk.list()
  const dead = emails.filter(({ state }) => state === 'dead').length
  console.log(`${emails.length - dead} waiting, ${dead} dead`)
  for (const email of emails) console.log(toLine(email))
}

async function resend(desk: EmailQueueAdmin, id: string): Promise<void> {
  const count = await desk.resend(id === 'all' ? undefined : id)
  if (count === 0 && id !== 'all') throw new CommandError(`No letter ${id} waits or is dead.`)
  console.log(count === 1 ? 'One letter is tried again.' : `${count} letters are tried again.`)
}

function toLine({ id, name, locale, to, queuedAt, tries, state, reason }: QueuedEmail): string {
  return [id, state.padEnd(7), name, locale, to, toAge(queuedAt), `${tries} tries`, reason ?? ''].join('  ').trimEnd()
}

function toAge(since: Date): string {
  const minutes = Math.floor((Date.now() - since.getTime()) / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}
