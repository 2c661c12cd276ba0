import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

/**
 * Queries rows across Medusa's modules.
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
  return data as Row[]
}

/** Returns the only row of an entity, which Medusa itself creates at its first start. */
export async function onlyRow<Row>(container: MedusaContainer, entity: string, fields: string[]): Promise<Row> {
  const [row] = await rowsOf<Row>(container, entity, fields)
  if (!row) throw new Error(`The backend has no ${entity}`)
  return row
}
