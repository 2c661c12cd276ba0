/** Where the inventory of a build lies, below the browser's half of the build. Browsers are not sent it. */
export function scriptInventoryPath(build: string): string {
  return `.vite/scripts/${build}.json`
}

/** Every script that the pages of one build may run, for PCI DSS 6.4.3 and 11.6.1. */
export interface ScriptInventory {
  build: string
  /** Files of the build. */
  scripts: InventoryScript[]
  /** Script elements without a file. */
  inline: { what: string; purpose: string; allowedBy: string }[]
  /** Scripts of others: they change them as they like, so that they have no hash. */
  thirdParties: { origin: string; purpose: string; directives: string[]; when: string }[]
}

export interface InventoryScript {
  /** URL path. */
  file: string
  purpose: string
  /** Of its bytes, in base64, as Subresource Integrity takes it after `sha384-`. */
  sha384: string
  bytes: number
  /** When a checkout page runs it: as it opens, when a part of it is used, or never, as it belongs to other pages. */
  checkout: 'at once' | 'when used' | 'never'
  /** Scripts that it asks for: at once, and later. URL paths. */
  imports: string[]
  dynamicImports: string[]
}

/** Script elements that stand in a checkout document. */
export const INLINE_SCRIPTS: ScriptInventory['inline'] = [
  {
    what: 'color mode',
    purpose: 'Shows the page in light or dark colors before the first paint; loads a page whole that lacks its files',
    allowedBy: 'hash in script-src',
  },
  {
    what: 'import map',
    purpose: 'Holds the hashes of the scripts that the page may fetch later',
    allowedBy: 'nonce in script-src',
  },
  {
    what: 'React streaming',
    purpose: 'Puts parts of the page that arrive late into their places',
    allowedBy: 'nonce in script-src',
  },
]
