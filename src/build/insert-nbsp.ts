import type { Plugin } from 'vite'

import { BEFORE_COUNTED, insertNbsp, NO_BREAK } from '../shared/text/insert-nbsp.ts'

/** At the start of a text after a placeholder, which may be a number: a compiled catalog lists them separately. */
const GOES_ON = new RegExp(String.raw`(?<=(?:\]|"#\\?"),\\?")${BEFORE_COUNTED}`, 'g')

/** During the build, so that translators can type plain spaces. */
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

export function bindCatalogue(code: string): string {
  // A translator's own no-break space is an escape such as `\xA0`, whose characters would be mistaken for letters.
  const plain = code.replaceAll(/\\(?:xA0|u00A0)/gi, NO_BREAK)
  return insertNbsp(plain, 'ru').replaceAll(GOES_ON, NO_BREAK)
}
