import { UnsendableError } from './unsendable-error.ts'

/**
 * An id as one segment of a path: the SDK writes it there as it comes.
 * @throws UnsendableError for one that no escaping keeps from leading elsewhere
 */
export function pathId(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new UnsendableError(`"${id}" is no id.`)
  return encodeURIComponent(id)
}
