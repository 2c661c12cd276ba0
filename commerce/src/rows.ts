import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

/** Medusa lists null for a linked row that was deleted; those are left out. Fields of relations have dots. */
export async function rowsOf<Row = { id: string }>(
  container: MedusaContainer,
  entity: string,
  fields: string[],
  filters: Record<string, unknown> = {},
) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, fields, filters })
  dropDeleted(data)
  return data as Row[]
}

function dropDeleted(value: unknown) {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const list: unknown[] = value
    list.splice(0, list.length, ...list.filter((entry) => entry !== null))
  }
  for (const entry of Object.values(value)) dropDeleted(entry)
}

/** Medusa itself creates the row at its first start. */
export async function onlyRow<Row = { id: string }>(container: MedusaContainer, entity: string, fields: string[]) {
  const [row] = await rowsOf<Row>(container, entity, fields)
  if (!row) throw new Error(`The backend has no ${entity}`)
  return row
}
