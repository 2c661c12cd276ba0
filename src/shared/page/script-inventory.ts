/** Below the client build's folder. Not served to browsers. */
export function scriptInventoryPath(build: string): string {
  return `.vite/scripts/${build}.json`
}

/** For PCI DSS 6.4.3 and 11.6.1. */
export interface ScriptInventory {
  build: string
  scripts: InventoryScript[]
  inline: { what: string; purpose: string; allowedBy: string }[]
  /** No hash, because their owners change them at any time. */
  thirdParties: { origin: string; purpose: string; directives: string[]; when: string }[]
}

export interface InventoryScript {
  file: string
  purpose: string
  /** In base64, without the prefix `sha384-`. */
  sha384: string
  bytes: number
  checkout: 'at once' | 'when used' | 'never'
  imports: string[]
  dynamicImports: string[]
}

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
