import { setupI18n, type I18n, type Messages } from '@lingui/core'

import type { Locale } from '#shared/i18n/locale.ts'

type Catalogue = Record<Locale, () => Promise<{ messages: Messages }>>

/** Said on every page. */
const PAGES: Catalogue = {
  en: () => import('../../../locales/pages/en.po'),
  ru: () => import('../../../locales/pages/ru.po'),
}

/** Said on some pages only: no one is sent the words of a page that they never open. */
const SOME_PAGES = {
  cart: {
    en: () => import('../../../locales/cart/en.po'),
    ru: () => import('../../../locales/cart/ru.po'),
  },
  content: {
    en: () => import('../../../locales/content/en.po'),
    ru: () => import('../../../locales/content/ru.po'),
  },
  listing: {
    en: () => import('../../../locales/listing/en.po'),
    ru: () => import('../../../locales/listing/ru.po'),
  },
  checkout: {
    en: () => import('../../../locales/checkout/en.po'),
    ru: () => import('../../../locales/checkout/ru.po'),
  },
  launch: {
    en: () => import('../../../locales/launch/en.po'),
    ru: () => import('../../../locales/launch/ru.po'),
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
  newsletter: {
    en: () => import('../../../locales/newsletter/en.po'),
    ru: () => import('../../../locales/newsletter/ru.po'),
  },
  mailing: {
    en: () => import('../../../locales/mailing/en.po'),
    ru: () => import('../../../locales/mailing/ru.po'),
  },
  settings: {
    en: () => import('../../../locales/settings/en.po'),
    ru: () => import('../../../locales/settings/ru.po'),
  },
  search: {
    en: () => import('../../../locales/search/en.po'),
    ru: () => import('../../../locales/search/ru.po'),
  },
} satisfies Record<string, Catalogue>

/** A catalog that a page names beside that of every page. */
export type MessageSet = keyof typeof SOME_PAGES

/**
 * The words of every page in one language.
 * @returns an instance that belongs to the caller alone: nothing is activated globally
 */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const { messages } = await PAGES[locale]()
  // What is added later is written into what it is given here.
  return setupI18n({ locale, messages: { [locale]: { ...messages } } })
}

/** Adds the words of some catalogs in the instance's language. */
export async function addMessages(i18n: I18n, ...names: readonly MessageSet[]): Promise<void> {
  const catalogues = await Promise.all(names.map((name) => importAgain(SOME_PAGES[name][i18n.locale as Locale])))
  for (const { messages } of catalogues) i18n.load(i18n.locale, messages)
}

/**
 * Imports a module that may have failed before. Firefox answers a second `import()` of what it could not fetch from its
 * memory until the document is gone: under an address with a query of its own it fetches again. The other engines fetch
 * again by themselves.
 * @param load `import()` of a module with its own exports, not one of a group of modules
 * @throws where it cannot be had this time either
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
