import type { Plugin } from 'vite'

import { bindWords } from '../shared/text/bind-words.ts'

/** Binds the words of the Russian catalogues while they are built, so that translators type plain spaces. */
export function bindCatalogues(): Plugin {
  return {
    name: 'lumenite:bind-catalogues',
    transform: {
      order: 'post',
      filter: { id: /\/ru\.po$/ },
      handler: (code) => ({ code: bindWords(code, 'ru'), map: null }),
    },
  }
}
