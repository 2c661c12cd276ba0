import { setupI18n, type I18n, type Messages } from '@lingui/core'

import type { Locale } from '#shared/i18n/locale.ts'

type Catalog = Record<Locale, () => Promise<{ messages: Messages }>>

const PAGES: Catalog = {
  en: () => import('../../../locales/pages/en.po'),
  ru: () => import('../../../locales/pages/ru.po'),
}

const SOME_PAGES = {
  cart: {
    en: () => import('../../../locales/cart/en.po'),
    ru: () => import('../../../locales/cart/ru.po'),
  },
  contact: {
    en: () => import('../../../locales/contact/en.po'),
    ru: () => import('../../../locales/contact/ru.po'),
  },
  content: {
    en: () => import('../../../locales/content/en.po'),
    ru: () => import('../../../locales/content/ru.po'),
  },
  listing: {
    en: () => import('../../../locales/listing/en.po'),
    ru: () => import('../../../locales/listing/ru.po'),
  },
  launch: {
    en: () => import('../../../locales/launch/en.po'),
    ru: () => import('../../../locales/launch/ru.po'),
  },
  engraving: {
    en: () => import('../../../locales/engraving/en.po'),
    ru: () => import('../../../locales/engraving/ru.po'),
  },
  facts: {
    en: () => import('../../../locales/facts/en.po'),
    ru: () => import('../../../locales/facts/ru.po'),
  },
  help: {
    en: () => import('../../../locales/help/en.po'),
    ru: () => import('../../../locales/help/ru.po'),
  },
  ringSize: {
    en: () => import('../../../locales/ringSize/en.po'),
    ru: () => import('../../../locales/ringSize/ru.po'),
  },
  lists: {
    en: () => import('../../../locales/lists/en.po'),
    ru: () => import('../../../locales/lists/ru.po'),
  },
  stone: {
    en: () => import('../../../locales/stone/en.po'),
    ru: () => import('../../../locales/stone/ru.po'),
  },
  stockAlert: {
    en: () => import('../../../locales/stockAlert/en.po'),
    ru: () => import('../../../locales/stockAlert/ru.po'),
  },
  newsletter: {
    en: () => import('../../../locales/newsletter/en.po'),
    ru: () => import('../../../locales/newsletter/ru.po'),
  },
  settings: {
    en: () => import('../../../locales/settings/en.po'),
    ru: () => import('../../../locales/settings/ru.po'),
  },
  search: {
    en: () => import('../../../locales/search/en.po'),
    ru: () => import('../../../locales/search/ru.po'),
  },
} satisfies Record<string, Catalog>

type PrivateMessageSet = 'account' | 'checkout' | 'mailing'
export type MessageSet = keyof typeof SOME_PAGES | PrivateMessageSet

/** Complete once `private-pages.tsx` is loaded, which lists the catalogs of its pages. */
const CATALOGS = SOME_PAGES as typeof SOME_PAGES & Record<PrivateMessageSet, Catalog>

/** Adds the message catalogs of private pages, so that the scripts of other pages do not name their files. */
export function addPrivateCatalogs(catalogs: Record<PrivateMessageSet, Catalog>): void {
  Object.assign(CATALOGS, catalogs)
}

/** Returns a separate instance; nothing is activated globally. */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const { messages } = await PAGES[locale]()
  // The messages are copied, because `i18n.load` adds messages to the object that it gets.
  return setupI18n({ locale, messages: { [locale]: { ...messages } } })
}

export async function addMessages(i18n: I18n, ...names: readonly MessageSet[]): Promise<void> {
  const catalogs = await Promise.all(names.map((name) => importAgain(CATALOGS[name][i18n.locale as Locale])))
  for (const { messages } of catalogs) i18n.load(i18n.locale, messages)
}

/**
 * Retries once. Firefox caches a failed `import()` for the document's lifetime, so the retry's URL has another query.
 */
export async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
    if (address === undefined) throw error
    return import(/* @vite-ignore */ `${address}?again=${Date.now()}`) as Promise<Module>
  }
}
