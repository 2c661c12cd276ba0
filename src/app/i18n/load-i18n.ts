import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { lazy, type ComponentType } from 'react'

import type { Locale } from '#shared/i18n/locale.ts'

const CATALOGS = import.meta.glob<{ messages: Messages }>(
  '../../../locales/{cart,content,listing,pages,private,product}/*.po',
)

/** In addition to `pages`. */
export const MESSAGE_SETS = ['cart', 'content', 'listing', 'private', 'product'] as const
export type MessageSet = (typeof MESSAGE_SETS)[number]

/** The only instance of a browser. The server has one for each language, with all messages. */
let loaded: Promise<I18n> | undefined

/** Returns a separate instance; nothing is activated globally. */
export async function loadI18n(locale: Locale, names: readonly MessageSet[] = []): Promise<I18n> {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  // The shopper sees its id instead.
  i18n.on('missing', ({ id }) => console.error(`The message ${id} is not loaded.`))
  loaded = loadInto(i18n, ['pages', ...names])
  return loaded
}

/** For what a browser shows later. */
export async function addMessages(...names: readonly MessageSet[]): Promise<void> {
  if (!import.meta.env.SSR && loaded) await loadInto(await loaded, names)
}

async function loadInto(i18n: I18n, names: readonly string[]): Promise<I18n> {
  const catalogs = names.flatMap((name) => CATALOGS[`../../../locales/${name}/${i18n.locale}.po`] ?? [])
  for (const { messages } of await Promise.all(catalogs.map(importAgain))) i18n.load(i18n.locale, messages)
  return i18n
}

/** Loads the messages of what is being loaded with it. */
export async function withMessages<Part>(part: Promise<Part>, ...names: readonly MessageSet[]): Promise<Part> {
  const [loadedPart] = await Promise.all([part, addMessages(...names)])
  return loadedPart
}

/** A component whose script and messages are loaded when it is shown. */
export function lazyPart<Props extends object>(part: () => Promise<ComponentType<Props>>, ...names: MessageSet[]) {
  return lazy(async () => ({ default: await withMessages(part(), ...names) }))
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
