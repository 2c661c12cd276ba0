import { openEmailQueueAdmin, type QueuedEmail, type EmailQueueAdmin } from '#server/email/email-queue-admin.ts'

import { CommandError, DATABASE_HELP, readEntryId, runWithArguments, withDatabase } from './operator-command.ts'

const HELP = `npm run emails                    emails that wait, and dead ones that are not retried, with the reason
npm run emails -- resend <id>     retries one of them now
npm run emails -- resend all      retries all of them now

${DATABASE_HELP}`

/** `npm run emails`: lists emails that have not been delivered to the mail server. */
await runWithArguments({ help: HELP, allowPositionals: true }, async ({ positionals }) => {
  const id = readEntryId(positionals, 'resend', HELP)
  await withDatabase(async (client) => {
    const queue = await openEmailQueueAdmin(client).catch((cause: unknown) => {
      throw new CommandError('No shop has started on this database yet.', { cause })
    })
    try {
      await (id === undefined ? list(queue) : resend(queue, id))
    } finally {
      await queue.close()
    }
  })
})

async function list(queue: EmailQueueAdmin): Promise<void> {
  const emails = await queue.list()
  const dead = emails.filter(({ state }) => state === 'dead').length
  console.log(`${emails.length - dead} waiting, ${dead} dead`)
  for (const email of emails) console.log(toLine(email))
}

async function resend(queue: EmailQueueAdmin, id: string): Promise<void> {
  const count = await queue.resend(id === 'all' ? undefined : id)
  if (count === 0 && id !== 'all') throw new CommandError(`No email ${id} waits or is dead.`)
  console.log(count === 1 ? 'One email is tried again.' : `${count} emails are tried again.`)
}

function toLine({ id, name, locale, to, queuedAt, tries, state, reason }: QueuedEmail): string {
  return [id, state.padEnd(7), name, locale, to, toAge(queuedAt), `${tries} tries`, reason ?? ''].join('  ').trimEnd()
}

function toAge(since: Date): string {
  const minutes = Math.floor((Date.now() - since.getTime()) / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}
