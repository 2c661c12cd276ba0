import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

/** The English message is its key in `locales/`. Mark the text with a leading i18n comment. */
export type Translate = (locale: Locale, message: string, values?: Record<string, string | number>) => string

declare module 'fastify' {
  interface FastifyInstance {
    translate: Translate
  }
}

const LOCALES_DIR = join(import.meta.dirname, '../../../locales/server')

export const translations = fp(
  async function translations(app: FastifyInstance) {
    const entries = await Promise.all(LOCALES.map(async (locale) => [locale, await readCatalogue(locale)] as const))
    const texts = Object.fromEntries(entries) as Record<Locale, I18n>
    app.decorate('translate', (locale, message, values) => {
      return texts[locale]._(message, values)
    })
  },
  { name: 'translations' },
)

async function readCatalogue(locale: Locale): Promise<I18n> {
  const filename = join(LOCALES_DIR, `${locale}.po`)
  const context = { locale, sourceLocale: 'en', filename }
  const catalogue = await formatter().parse(await readFile(filename, 'utf8'), context)
  const messages: Messages = {}
  for (const [id, entry] of Object.entries(catalogue)) {
    const text = entry.translation || entry.message
    if (text) messages[id] = insertNbsp(text, locale)
  }
  return setupI18n({ locale, messages: { [locale]: messages } }).setMessagesCompiler(compileMessage)
}
