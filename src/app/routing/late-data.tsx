import { createContext, use, useContext, type ReactNode } from 'react'

import { toScriptJson } from './page-state.ts'

/** Deferred data by name. The server has one store per render, the browser one per document. */
export type LateStore = Map<string, Promise<unknown>>

const LateContext = createContext<LateStore | undefined>(undefined)

export function LateProvider({ store, children }: { store: LateStore; children: ReactNode }) {
  return <LateContext value={store}>{children}</LateContext>
}

/** A loader on the server returns a function. A navigation in the browser receives its result. */
export type Deferred<Value> = (() => Promise<Value>) | Value

interface LateProps<Value> {
  /** Unique on the page and identical on the server and in the browser. */
  name: string
  /** Absent in the browser on a server-rendered page, because its HTML contains the data or will receive it. */
  load?: Deferred<Value> | undefined
  /** Used if the page ended without the data. */
  otherwise: Value
  children: (value: Value) => ReactNode
}

/**
 * Suspends until the data is loaded, which the server streams inside its own boundary. Place it in a Suspense whose
 * fallback has the final size.
 */
export function Late<Value>({ name, load, otherwise, children }: LateProps<Value>) {
  const store = useContext(LateContext)
  if (!store) throw new Error('Late needs a LateProvider above it')
  let promise = store.get(name) as Promise<Value> | undefined
  if (!promise) {
    promise = arrivedWithPage<Value>(name) ?? start(load) ?? comingWithPage(name, otherwise)
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

function start<Value>(load: Deferred<Value> | undefined): Promise<Value> | undefined {
  if (load === undefined) return undefined
  return typeof load === 'function' ? (load as () => Promise<Value>)() : fulfilled(load)
}

/** React reads these two fields and then does not suspend, so hydration completes in one pass. */
function fulfilled<Value>(value: Value): Promise<Value> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}

function arrivedWithPage<Value>(name: string): Promise<Value> | undefined {
  if (typeof document === 'undefined') return undefined
  const block = document.querySelector(`script[data-late="${CSS.escape(name)}"]`)
  if (!block?.textContent || !isWhole(block)) return undefined
  return fulfilled(JSON.parse(block.textContent) as Value)
}

/** The server is still streaming. React may render again before the document has ended. */
function comingWithPage<Value>(name: string, otherwise: Value): Promise<Value> {
  return new Promise((resolve) => {
    const look = () => {
      const arrived = arrivedWithPage<Value>(name)
      if (!arrived && document.readyState === 'loading') return
      observer.disconnect()
      document.removeEventListener('readystatechange', look)
      resolve(arrived ?? otherwise)
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
    document.addEventListener('readystatechange', look)
    look()
  })
}

/** Until another node follows a script element, the browser may have parsed only a part of it. */
function isWhole(block: Node): boolean {
  for (let node: Node | null = block; node; node = node.parentNode) if (node.nextSibling) return true
  return document.readyState !== 'loading'
}
