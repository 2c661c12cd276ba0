import { openEmailQueueAdmin, type QueuedEmail, type EmailQueueAdmin } from '#server/email/email-queue-admin.ts'

import { CommandError, DATABASE_HELP, readEntryId, runWithArguments, withTables } from './operator-command.ts'

const HELP = `npm run emails                    emails that wait, and failed ones that are not retried, with the reason
npm run emails -- resend <id>     retries one of them now; sends an email of the last day once more
npm run emails -- resend all      retries all of them now

${DATABASE_HELP}`

const NOT_YET = 'No shop has started on this database yet.'

/** `npm run emails`: lists emails that have not been delivered to the mail server. */
await runWithArguments({ help: HELP, allowPositionals: true }, async ({ positionals }) => {
  const id = readEntryId(positionals, 'resend', HELP)
  await withTables(NOT_YET, async (database) => {
    const queue = await openEmailQueueAdmin(database).catch((cause: unknown) => {
      throw new CommandError(NOT_YET, { cause })
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
  const failed = emails.filter(({ state }) => state === 'dead').length
  console.log(`${emails.length - failed} waiting, ${failed} failed`)
  for (const email of emails) console.log(toLine(email))
}

async function resend(queue: EmailQueueAdmin, id: string): Promise<void> {
  const count = await queue.resend(id === 'all' ? undefined : id)
  if (count === 0 && id !== 'all') throw new CommandError(`No email ${id} waits or has failed.`)
  console.log(count === 1 ? 'One email is sent again.' : `${count} emails are sent again.`)
}

function toLine({ id, name, locale, to, queuedAt, tries, state, reason }: QueuedEmail): string {
  const shown = state === 'dead' ? 'failed' : state
  return [id, shown.padEnd(7), name, locale, to, toAge(queuedAt), `${tries} tries`, reason ?? ''].join('  ').trimEnd()
}

function toAge(since: Date): string {
  const minutes = Math.floor((Date.now() - since.getTime()) / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}
