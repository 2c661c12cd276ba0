import { createContext, use, useContext, type ReactNode } from 'react'

import { toScriptJson } from './page-state.ts'

/** Answers that arrive after the shell, one store per render on the server and one per document in the browser. */
export type LateStore = Map<string, Promise<unknown>>

const LateContext = createContext<LateStore | undefined>(undefined)

export function LateProvider({ store, children }: { store: LateStore; children: ReactNode }) {
  return <LateContext value={store}>{children}</LateContext>
}

interface LateProps<Value> {
  /** Unique on the page and the same on both sides. */
  name: string
  load: () => Promise<Value>
  children: (value: Value) => ReactNode
}

/**
 * Secondary data that may arrive after the page: suspends until it is there, and hands it from the
 * server to the browser inside its own boundary. Stand it in a Suspense whose fallback has the final size.
 */
export function Late<Value>({ name, load, children }: LateProps<Value>) {
  const store = useContext(LateContext)
  if (!store) throw new Error('Late needs a LateProvider above it')
  let promise = store.get(name) as Promise<Value> | undefined
  if (!promise) {
    promise = arrivedWithPage<Value>(name) ?? load()
    store.set(name, promise)
  }
  const value = use(promise)
  return (
    <>
      {children(value)}
      <script
        type="application/json"
        data-late={name}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: toScriptJson(value) }}
      />
    </>
  )
}

function arrivedWithPage<Value>(name: string): Promise<Value> | undefined {
  if (typeof document === 'undefined') return undefined
  const block = document.querySelector(`script[data-late="${CSS.escape(name)}"]`)
  if (!block?.textContent) return undefined
  const value = JSON.parse(block.textContent) as Value
  // React reads these two fields and then does not suspend: hydration stays in one pass.
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}
