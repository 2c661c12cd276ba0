import { useSyncExternalStore } from 'react'

import { MOST_SAVED, type ListName } from '#shared/product/saved-lists.ts'

import { createSafeStorage } from '../../routing/safe-storage.ts'

/** The event of `window` when a list has changed. */
export const SAVED_NEWS = 'kept-list'

const storage = createSafeStorage()
/** Without storage, a list exists until the document is closed. */
const unkept = new Map<ListName, string>()

/** One string, so that it is equal as long as the list does not change. */
function textOf(name: ListName): string {
  return storage.get(name) ?? unkept.get(name) ?? ''
}

/** The newest first. */
export function savedIn(name: ListName): string[] {
  return textOf(name).split(',').filter(Boolean)
}

/** Notifies the subscribers of the list, which is cut to its maximum length. */
export function keepIn(name: ListName, handles: readonly string[]): void {
  const text = handles.slice(0, MOST_SAVED[name]).join()
  if (text === '') storage.remove(name)
  else storage.set(name, text)
  unkept.set(name, storage.get(name) === text ? '' : text)
  dispatchEvent(new Event(SAVED_NEWS))
}

/** Moves a product to the start of a list. If `isIn` is false, removes it from the list. */
export function place(name: ListName, handle: string, isIn: boolean): void {
  const others = savedIn(name).filter((other) => other !== handle)
  keepIn(name, isIn ? [handle, ...others] : others)
}

/** Returns undefined during hydration. Renders again whenever a list changes, also in another tab. */
export function useSaved<Part extends string | number | boolean>(read: () => Part): Part | undefined {
  return useSyncExternalStore<Part | undefined>(onChange, read, () => undefined)
}

/** Returns undefined during hydration. */
export function useSavedIn(name: ListName): string[] | undefined {
  return useSaved(() => textOf(name))
    ?.split(',')
    .filter(Boolean)
}

function onChange(listener: () => void): () => void {
  const left = new AbortController()
  for (const news of [SAVED_NEWS, 'storage']) addEventListener(news, listener, { signal: left.signal })
  return () => left.abort()
}
