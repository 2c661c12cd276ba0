import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

/**
 * Queries rows across Medusa's modules. Medusa lists null for a linked row that was deleted; those are left out.
 * @param fields field names; those of relations are written with dots
 */
export async function rowsOf<Row>(
  container: MedusaContainer,
  entity: string,
  fields: string[],
  filters: Record<string, unknown> = {},
): Promise<Row[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, fields, filters })
  dropDeleted(data)
  return data as Row[]
}

function dropDeleted(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const list: unknown[] = value
    list.splice(0, list.length, ...list.filter((entry) => entry !== null))
  }
  for (const entry of Object.values(value)) dropDeleted(entry)
}

/** Returns the only row of an entity, which Medusa itself creates at its first start. */
export async function onlyRow<Row>(container: MedusaContainer, entity: string, fields: string[]): Promise<Row> {
  const [row] = await rowsOf<Row>(container, entity, fields)
  if (!row) throw new Error(`The backend has no ${entity}`)
  return row
}
