/**
 * Stands before some of the browser's databases. A recording is written down a while after it was seen, and would bring
 * back what has been deleted until then.
 * @returns what shuts the gate for as long as the document lives: nothing more is written, and nothing holds a deletion up
 */
export function gateDatabases(names: readonly string[]): () => void {
  const connections = new Set<IDBDatabase>()
  let isShut = false
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (name, version) => {
    if (!names.includes(name)) return open(name, version)
    if (isShut) throw new DOMException('Nothing more is kept.', 'InvalidStateError')
    const opening = open(name, version)
    opening.addEventListener('success', () => {
      const { result } = opening
      connections.add(result)
      // Another tab deletes it, and waits for everybody who has it open.
      result.addEventListener('versionchange', () => result.close())
      if (isShut) result.close()
    })
    return opening
  }
  return () => {
    isShut = true
    for (const connection of connections) connection.close()
  }
}
