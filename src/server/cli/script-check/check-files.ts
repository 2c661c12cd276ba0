import { createHash } from 'node:crypto'

import type { ScriptInventory } from '#shared/page/script-inventory.ts'

import type { Ask } from './open-checkout.ts'

const AT_ONCE = 6
/** A path of a script as the build writes it into another one. */
const IMPORT = /["'`](?:\.{0,2}\/(?:assets\/)?)([\w.-]+\.js)["'`]/g

/**
 * Fetches every script of the inventory from a running shop, and every script that those ask for.
 * @returns a sentence for each file that is missing, changed or added
 */
export async function checkFiles(ask: Ask, { scripts }: ScriptInventory): Promise<string[]> {
  const hashes = new Map(scripts.map(({ file, sha384 }) => [file, sha384]))
  const waiting = [...hashes.keys()]
  const known = new Set(waiting)
  const differences: string[] = []

  async function work(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const response = await ask(file)
      const bytes = Buffer.from(await response.arrayBuffer())
      const sha384 = createHash('sha384').update(bytes).digest('base64')
      const expected = hashes.get(file)
      if (!expected) differences.push(`${file} was added: a script asks for it, and it is not in the inventory`)
      else if (response.status !== 200) differences.push(`${file} is missing (${response.status})`)
      else if (sha384 !== expected)
        differences.push(`${file} was changed: sha384-${sha384}, and not sha384-${expected}`)
      for (const [, name = ''] of bytes.toString().matchAll(IMPORT)) {
        const path = `/assets/${name}`
        if (known.has(path)) continue
        known.add(path)
        waiting.push(path)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return differences.toSorted()
}
