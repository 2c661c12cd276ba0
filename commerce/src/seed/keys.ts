import { scryptSync } from 'node:crypto'

import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { createApiKeysWorkflow } from '@medusajs/medusa/core-flows'

import { onlyRow, rowsOf } from './shop-container.ts'

/** Medusa makes keys at random; the embedded shop is told its keys, so that nobody has to copy them. */
export interface ShopKeys {
  publishable: string
  admin: string
}

const SALT = 'lumenite'

/** Gives the shop the two keys. May run again. */
export async function prepareKeys(container: MedusaContainer, keys: ShopKeys): Promise<void> {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const publishable = await onlyRowOf(container, 'publishable')
  await database('api_key')
    .where({ id: publishable })
    .update({ token: keys.publishable, redacted: redacted(keys.publishable) })
  const secret =
    (await rowsOf<{ id: string }>(container, 'api_key', ['id'], { type: 'secret' }))[0]?.id ??
    (await newSecretKey(container))
  await database('api_key')
    .where({ id: secret })
    .update({ token: scryptSync(keys.admin, SALT, 64).toString('hex'), salt: SALT, redacted: redacted(keys.admin) })
}

async function onlyRowOf(container: MedusaContainer, type: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(container, 'api_key', ['id'], { type })
  if (!row) throw new Error(`The backend has no ${type} key`)
  return row.id
}

async function newSecretKey(container: MedusaContainer): Promise<string> {
  const { result } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ type: 'secret', title: 'Storefront', created_by: 'seed' }] },
  })
  return result[0]?.id ?? (await onlyRow<{ id: string }>(container, 'api_key', ['id'])).id
}

function redacted(token: string): string {
  return `${token.slice(0, 6)}***${token.slice(-3)}`
}
