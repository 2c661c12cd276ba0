import type { Plugin } from 'vite'

import { bindWords } from '../shared/text/bind-words.ts'

/** Binds the words of the Russian catalogues while they are built, so that translators type plain spaces. */
export function bindCatalogues(): Plugin {
  return {
    name: 'lumenite:bind-catalogues',
    transform: {
      order: 'post',
      filter: { id: /\/ru\.po$/ },
      // A space that a translator bound has been written as an escape by now, which would pass for a digit and letters.
      handler: (code) => ({ code: bindWords(code.replaceAll(/\\(?:xA0|u00A0)/gi, '\u00A0'), 'ru'), map: null }),
    },
  }
}
