import { createHash } from 'node:crypto'

import { integrityMapOf } from '#server/pages/render/page-assets.ts'
import type { ScriptInventory } from '#shared/page/script-inventory.ts'

import type { Ask } from './open-checkout.ts'

/** A script element. Our pages contain no `>` in an attribute. */
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi
const DATA_TYPES = ['application/json', 'application/ld+json']
/** Inline scripts that React streams to reveal deferred content: its runtime, then one call for each boundary. */
const REACT_STREAMING =
  /^(?:\$RB=\[\];\$RV=function\(|\$RC\("[\w:]+","[\w:]+"\)|\$RT=performance\.now\(\)|requestAnimationFrame\(function\(\)\{\$RT=)/
/** Markup other than a script element that runs scripts, or changes where scripts are loaded from. */
const OTHER_WAYS: readonly [pattern: RegExp, what: string][] = [
  [/<script/i, 'a script element that is not closed, or is written in another way than ours'],
  [/<[^>]*\son[a-z]+\s*=/i, 'an attribute that runs a script when something happens (on…=)'],
  [
    /<[^>]*(?:href|src|action|formaction|data)\s*=\s*["']?\s*(?:javascript|data:text)/i,
    'a javascript: or data: address',
  ],
  [
    /<(?:iframe|object|embed|base|portal|applet)\b/i,
    'an element that loads another document (iframe, object, embed) or a base',
  ],
  [/<meta\b[^>]*http-equiv/i, 'a meta element that acts as a header'],
]

/**
 * Compares the scripts of a checkout document with the inventory of its build.
 * @param inlineScript the color mode script of every page
 * @returns a sentence for each difference
 */
export function checkDocument(html: string, inventory: ScriptInventory, inlineScript: string): string[] {
  const differences: string[] = []
  const hashes = new Map(inventory.scripts.map(({ file, sha384 }) => [file, sha384]))
  const counts = { inline: 0, entry: 0, map: 0 }
  const log = (message: string): void => void differences.push(message)

  function checkFile(what: string, path: string | undefined, integrity: string | undefined): void {
    const sha384 = hashes.get(path ?? '')
    if (!sha384) log(`${what} ${path} is not in the inventory`)
    else if (integrity !== `sha384-${sha384}`)
      log(`${what} ${path} has no integrity, or another one than the inventory`)
  }

  const rest = html.replaceAll(SCRIPT, (_element, attributes: string, text: string) => {
    const { type = '', src, integrity } = attributesOf(attributes)
    if (src !== undefined) {
      counts.entry += 1
      checkFile('script', src, integrity)
    } else if (type === 'importmap') {
      counts.map += 1
      if (text !== JSON.stringify(integrityMapOf(inventory.scripts))) log('the import map is not that of the inventory')
    } else if (DATA_TYPES.includes(type)) return ''
    else if (text === inlineScript) counts.inline += 1
    else if (!REACT_STREAMING.test(text)) log(`an inline script is not in the inventory: ${shorten(text)}`)
    return ''
  })
  for (const [pattern, what] of OTHER_WAYS) {
    const match = pattern.exec(rest)
    if (match) log(`the page has ${what}: ${shorten(rest.slice(match.index))}`)
  }
  for (const [, attributes = ''] of rest.matchAll(/<link\b([^>]*)>/gi)) {
    const { rel, as, href, integrity } = attributesOf(attributes)
    if (rel === 'modulepreload' || as === 'script') checkFile('modulepreload', href, integrity)
  }
  const [, preloaded = ''] = /<meta name="scripts" content="([^"]*)"/.exec(rest) ?? []
  for (const one of preloaded.split(' ').filter(Boolean)) {
    const [path, sha384] = one.split('#')
    checkFile('preloaded script', path, `sha384-${sha384}`)
  }
  if (preloaded === '') log('the page does not name the scripts that it preloads')
  if (counts.inline !== 1) log(`the color mode script is there ${counts.inline} times, and not once`)
  if (counts.map !== 1) log(`the import map is there ${counts.map} times, and not once`)
  if (counts.entry !== 1) log(`${counts.entry} script elements have a file, and not one`)
  return differences
}

/** Reads the build id and public configuration from the page's embedded state. */
export function stateOf(html: string): { build?: string; publicConfig?: { payPal: unknown } } {
  const [, json = '{}'] = /<script id="page-state" type="application\/json">([\s\S]*?)<\/script>/.exec(html) ?? []
  try {
    return JSON.parse(json) as object
  } catch {
    return {}
  }
}

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)
  return Object.fromEntries([...found].map(([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? '']))
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 80)}…` : line
}

const AT_ONCE = 6
/** A script's path in the code of another script. */
const IMPORT = /["'`](?:\.{0,2}\/(?:assets\/)?)([\w.-]+\.js)["'`]/g

/**
 * Fetches every script of the inventory from a running shop, and every script that they import.
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
