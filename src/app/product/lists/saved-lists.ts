import { useSyncExternalStore } from 'react'

import { createSafeStorage } from '../../routing/safe-storage.ts'

/** The lists of products that this device stores, by storage key, with their maximum length. */
export const MOST = { wish_list: 40, compared: 4, recently_viewed: 12 } as const

export type ListName = keyof typeof MOST

const NEWS = 'kept-list'

const storage = createSafeStorage()
/** Without storage a list lives as long as the document. */
const unkept = new Map<ListName, string>()

/** Handles of a list as one text, which is stable while the list does not change. */
function textOf(name: ListName): string {
  return storage.get(name) ?? unkept.get(name) ?? ''
}

/** Handles of the products in a list, the newest first. */
export function savedIn(name: ListName): string[] {
  return textOf(name).split(',').filter(Boolean)
}

/** Stores a list, cut to its maximum length, and notifies its subscribers. */
export function keepIn(name: ListName, handles: readonly string[]): void {
  const text = handles.slice(0, MOST[name]).join()
  if (text === '') storage.remove(name)
  else storage.set(name, text)
  unkept.set(name, storage.get(name) === text ? '' : text)
  dispatchEvent(new Event(NEWS))
}

/** Puts a product first in a list; `isIn` false takes it out. */
export function place(name: ListName, handle: string, isIn: boolean): void {
  const others = savedIn(name).filter((other) => other !== handle)
  keepIn(name, isIn ? [handle, ...others] : others)
}

/** Rerenders on every change of a list, also from another tab. @returns undefined during hydration */
export function useSaved<Part extends string | number | boolean>(read: () => Part): Part | undefined {
  return useSyncExternalStore<Part | undefined>(onChange, read, () => undefined)
}

/** All handles of a list; rerenders on changes. @returns undefined during hydration */
export function useSavedIn(name: ListName): string[] | undefined {
  return useSaved(() => textOf(name))
    ?.split(',')
    .filter(Boolean)
}

function onChange(listener: () => void): () => void {
  const left = new AbortController()
  for (const news of [NEWS, 'storage']) addEventListener(news, listener, { signal: left.signal })
  return () => left.abort()
}
