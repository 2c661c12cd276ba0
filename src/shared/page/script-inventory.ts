/** Path of a build's inventory, relative to the client build's folder. It is not served to browsers. */
export function scriptInventoryPath(build: string): string {
  return `.vite/scripts/${build}.json`
}

/** Every script that the pages of one build may run, for PCI DSS 6.4.3. */
export interface ScriptInventory {
  build: string
  /** Files of the build. */
  scripts: InventoryScript[]
  /** Script elements without a file. */
  inline: { what: string; purpose: string; allowedBy: string }[]
  /** Third-party scripts. They have no hash because their owners change them at any time. */
  thirdParties: { origin: string; purpose: string; directives: string[]; when: string }[]
}

export interface InventoryScript {
  /** URL path. */
  file: string
  purpose: string
  /** SHA-384 of the bytes in base64, without the prefix `sha384-` of Subresource Integrity. */
  sha384: string
  /** When a checkout page runs it: on load, when a part of the page is used, or never (scripts of other pages). */
  checkout: 'at once' | 'when used' | 'never'
}

/** Inline script elements of a checkout document. */
export const INLINE_SCRIPTS: ScriptInventory['inline'] = [
  {
    what: 'color mode',
    purpose:
      'Shows the page in light or dark colors before the first paint; loads a page whole that lacks its files; notes that the browser sends a form',
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
