import { createContext, use, useContext, type ReactNode } from 'react'

import { toScriptJson } from './page-state.ts'

/** Deferred data by name. The server has one store per render, the browser one per document. */
export type DeferredStore = Map<string, Promise<unknown>>

const DeferredContext = createContext<DeferredStore | undefined>(undefined)

export function DeferredProvider({ store, children }: { store: DeferredStore; children: ReactNode }) {
  return <DeferredContext value={store}>{children}</DeferredContext>
}

/** A loader on the server returns a function. A navigation in the browser receives its result. */
export type Deferred<Value> = (() => Promise<Value>) | Value

interface DeferredDataProps<Value> {
  /** Unique on the page and identical on the server and in the browser. */
  name: string
  /** Absent in the browser on a server-rendered page, because its HTML contains the data or will receive it. */
  load?: Deferred<Value> | undefined
  /** Used if the page ended without the data. */
  fallbackValue: Value
  children: (value: Value) => ReactNode
}

/**
 * Suspends until the data is loaded, which the server streams inside its own boundary. Place it in a Suspense whose
 * fallback has the final size. Rejects into the nearest error boundary if `load` fails.
 */
export function DeferredData<Value>({ name, load, fallbackValue, children }: DeferredDataProps<Value>) {
  const store = useContext(DeferredContext)
  if (!store) throw new Error('DeferredData needs a DeferredProvider above it')
  let promise = store.get(name) as Promise<Value> | undefined
  if (!promise) {
    promise = readStreamed<Value>(name) ?? startLoading(load) ?? waitForStreamed(name, fallbackValue)
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

function startLoading<Value>(load: Deferred<Value> | undefined): Promise<Value> | undefined {
  if (load === undefined) return undefined
  return typeof load === 'function' ? (load as () => Promise<Value>)() : fulfilled(load)
}

/** React reads these two fields and then does not suspend, so hydration completes in one pass. */
function fulfilled<Value>(value: Value): Promise<Value> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}

function readStreamed<Value>(name: string): Promise<Value> | undefined {
  if (typeof document === 'undefined') return undefined
  const script = document.querySelector(`script[data-late="${CSS.escape(name)}"]`)
  if (!script?.textContent || !isFullyParsed(script)) return undefined
  return fulfilled(JSON.parse(script.textContent) as Value)
}

/** The server is still streaming. React may render again before the document has ended. */
function waitForStreamed<Value>(name: string, fallbackValue: Value): Promise<Value> {
  return new Promise((resolve) => {
    const look = () => {
      const arrived = readStreamed<Value>(name)
      if (!arrived && document.readyState === 'loading') return
      observer.disconnect()
      document.removeEventListener('readystatechange', look)
      resolve(arrived ?? fallbackValue)
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
    document.addEventListener('readystatechange', look)
    look()
  })
}

/** Until another node follows a script element, the browser may have parsed only a part of it. */
function isFullyParsed(script: Node): boolean {
  for (let node: Node | null = script; node; node = node.parentNode) if (node.nextSibling) return true
  return document.readyState !== 'loading'
}
