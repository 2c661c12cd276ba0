import { randomBytes, scryptSync } from 'node:crypto'

import type { ExecArgs, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { createApiKeysWorkflow, linkSalesChannelsToApiKeyWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'

interface KeyRow {
  id: string
  type: string
  token: string
  salt: string
}

/** The operator need not copy keys. An existing key is not changed, even if it is revoked or deleted. */
export async function ensureKeys({ container }: Pick<ExecArgs, 'container'>) {
  const { MEDUSA_PUBLISHABLE_KEY: publishable, MEDUSA_ADMIN_KEY: admin } = process.env
  if (!publishable) throw new Error('MEDUSA_PUBLISHABLE_KEY is not set')
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  // Medusa's own query would leave out deleted rows.
  const known = (await database('api_key').select('id', 'type', 'token', 'salt')) as KeyRow[]

  if (!known.some(({ token }) => token === publishable)) {
    const id = await newKey(container, 'publishable')
    const channels = await rowsOf(container, 'sales_channel', ['id'])
    await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id, add: channels.map((one) => one.id) } })
    await database('api_key')
      .where({ id })
      .update({ token: publishable, redacted: redacted(publishable) })
  }
  if (admin && !known.some(({ type, token, salt }) => type === 'secret' && token === hashOf(admin, salt))) {
    const id = await newKey(container, 'secret')
    const salt = randomBytes(16).toString('hex')
    await database('api_key')
      .where({ id })
      .update({ token: hashOf(admin, salt), salt, redacted: redacted(admin) })
  }
}

async function newKey(container: MedusaContainer, type: 'publishable' | 'secret') {
  const { result } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ type, title: 'Lumenite', created_by: 'prepare' }] },
  })
  const [key] = result
  if (!key) throw new Error(`The backend made no ${type} key`)
  return key.id
}

function hashOf(key: string, salt: string) {
  return scryptSync(key, salt, 64).toString('hex')
}

function redacted(token: string) {
  return `${token.slice(0, 6)}***${token.slice(-3)}`
}
