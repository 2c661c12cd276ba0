import type { Plugin } from 'vite'

import { BEFORE_COUNTED, insertNbsp, NO_BREAK } from '../shared/text/insert-nbsp.ts'

/**
 * Matches a space at the start of a text after a placeholder, which may be a number. In a compiled catalog, texts and
 * placeholders are separate entries of a list.
 */
const GOES_ON = new RegExp(String.raw`(?<=(?:\]|"#\\?"),\\?")${BEFORE_COUNTED}`, 'g')

/** Inserts no-break spaces into the Russian catalogs during the build, so that translators can type plain spaces. */
export function bindCatalogues(): Plugin {
  return {
    name: 'lumenite:insert-nbsp',
    transform: {
      order: 'post',
      filter: { id: /\/ru\.po$/ },
      handler: (code) => ({ code: bindCatalogue(code), map: null }),
    },
  }
}

/** Inserts no-break spaces into a compiled Russian catalog. */
export function bindCatalogue(code: string): string {
  // In a compiled catalog, a translator's own no-break space is an escape such as `\xA0`. Its characters would be
  // mistaken for letters and digits.
  const plain = code.replaceAll(/\\(?:xA0|u00A0)/gi, NO_BREAK)
  return insertNbsp(plain, 'ru').replaceAll(GOES_ON, NO_BREAK)
}
