import { resolve } from 'node:path'

import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ru'],
  fallbackLocales: { default: 'en' },
  rootDir: resolve(import.meta.dirname, '..'),
  // Apart, so that a browser is not sent what only the server says.
  catalogs: [
    { path: '<rootDir>/locales/pages/{locale}', include: ['<rootDir>/src/app'] },
    { path: '<rootDir>/locales/server/{locale}', include: ['<rootDir>/src/server'] },
  ],
  format: formatter({ lineNumbers: false }),
})
