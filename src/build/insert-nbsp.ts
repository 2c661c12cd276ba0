import type { Plugin } from 'vite'

import { BEFORE_COUNTED, insertNbsp, NO_BREAK } from '../shared/text/insert-nbsp.ts'

/** Where a text goes on after a placeholder, which may be a number: each is an entry of a list by now. */
const GOES_ON = new RegExp(String.raw`(?<=(?:\]|"#\\?"),\\?")${BEFORE_COUNTED}`, 'g')

/** Binds the words of the Russian catalogs while they are built, so that translators type plain spaces. */
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

/** Binds the words of a Russian catalog that has been compiled. */
export function bindCatalogue(code: string): string {
  // A space that a translator bound has been written as an escape by now, which would pass for a digit and letters.
  const plain = code.replaceAll(/\\(?:xA0|u00A0)/gi, NO_BREAK)
  return insertNbsp(plain, 'ru').replaceAll(GOES_ON, NO_BREAK)
}
