import type { AdminClient } from '#server/medusa/admin/admin-client.ts'

import { addStaff, drawPassword } from './add-staff.ts'
import { withAdminClient } from './admin/with-admin-client.ts'
import { CommandError, runWithArguments } from './operator-command.ts'

const HELP = `npm run staff                      accounts that can sign in to the dashboard
npm run staff -- invite EMAIL      creates one and prints its password, once
npm run staff -- remove EMAIL      deletes one

Uses MEDUSA_URL with MEDUSA_ADMIN_KEY, or else the sample shop that runs on DATA_DIR.`
const MOST = 1000

/** `npm run staff`: lists, creates and deletes the accounts of the staff. */
await runWithArguments({ help: HELP, allowPositionals: true }, async ({ positionals }) => {
  const [command = 'list', email, ...rest] = positionals
  const isKnown = command === 'list' ? email === undefined : ['invite', 'remove'].includes(command) && email
  if (!isKnown || rest.length > 0) throw new CommandError(`Unknown command: "${positionals.join(' ')}".\n${HELP}`)
  await withAdminClient(async (client, { url }) => {
    if (email === undefined) return list(client)
    return command === 'invite' ? invite(client, url, email) : remove(client, email)
  })
})

async function list({ admin }: AdminClient): Promise<void> {
  const { users } = await admin.user.list({ limit: MOST, order: 'email' })
  console.log(users.length > 0 ? users.map(({ email }) => email).join('\n') : 'There are no accounts yet.')
}

async function invite(client: AdminClient, url: string, address: string): Promise<void> {
  const password = drawPassword()
  const email = await addStaff(client, url, { email: address, password })
  console.log(`${email} can sign in to the dashboard with the password ${password}\nIt is not shown again.`)
}

async function remove({ admin }: AdminClient, address: string): Promise<void> {
  const email = address.trim().toLowerCase()
  const { users } = await admin.user.list({ email, limit: 1 })
  const [user] = users
  if (!user) throw new CommandError(`${email} is not one of the staff; "npm run staff" lists them.`)
  await admin.user.delete(user.id)
  console.log(`${email} can no longer use the dashboard. Open sessions have ended.`)
}
