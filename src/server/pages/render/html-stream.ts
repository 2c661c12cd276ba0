import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'

import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** A render that takes longer is aborted; the visitor gets what has been sent. */
const RENDER_TIMEOUT_MS = 10_000

export interface EntryScript {
  src: string
  integrity?: string
}

/** An import map (HTML standard, "import map processing") that names no modules, only their hashes. */
export interface IntegrityMap {
  integrity: Record<string, string>
}

export interface HtmlOptions {
  entry: EntryScript
  importMap?: IntegrityMap | undefined
  /** Waits for every deferred part. */
  isComplete: boolean
  /** Of a streamed page. The rest of the page is still sent. */
  onLateError?: (error: unknown) => void
}

/** A complete page, with the errors of the parts that the browser has to render; or a stream. */
export type Html = { nonce: string | undefined } & ({ bytes: Buffer; failures: unknown[] } | { stream: PassThrough })

/** Becomes a stream if parts still wait for their data once the shell is ready. @throws the error of the shell */
export function renderHtml(
  element: ReactNode,
  { entry, importMap, isComplete, onLateError }: HtmlOptions,
): Promise<Html> {
  const { promise, resolve, reject } = Promise.withResolvers<Html>()
  // For the scripts that move late parts to their place.
  const nonce = isComplete ? undefined : randomBytes(16).toString('base64')
  const failures: unknown[] = []
  let state: 'rendering' | 'streaming' | 'complete' = 'rendering'
  const rendering = renderToPipeableStream(element, {
    // Sends content that is ready in place, however large, instead of hidden at the end and moved by a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    bootstrapModules: [entry],
    ...(nonce ? { nonce } : {}),
    ...(importMap ? { importMap } : {}),
    onShellReady() {
      // Data that is in memory arrives within this turn of the event loop.
      if (!isComplete) setImmediate(startStreaming)
    },
    onAllReady() {
      clearTimeout(timeout)
      if (state === 'streaming') return
      state = 'complete'
      rendering.pipe(collect((bytes) => resolve({ bytes, failures, nonce })))
    },
    onShellError(error) {
      clearTimeout(timeout)
      reject(error)
    },
    onError(error) {
      if (state === 'streaming') onLateError?.(error)
      else failures.push(error)
    },
  })
  const timeout = setTimeout(
    () => rendering.abort(new Error(`A render took longer than ${RENDER_TIMEOUT_MS} ms`)),
    RENDER_TIMEOUT_MS,
  )

  function startStreaming(): void {
    if (state !== 'rendering') return
    state = 'streaming'
    resolve({ stream: rendering.pipe(new PassThrough()), nonce })
  }

  return promise
}

/** For the cache. A complete page has no script of React's own, and its other scripts are allowed without the nonce. */
export function withoutNonce(bytes: Buffer, nonce: string | undefined): Buffer {
  return nonce ? Buffer.from(bytes.toString('latin1').replaceAll(` nonce="${nonce}"`, ''), 'latin1') : bytes
}

/** Collects the output of React. A real stream would cost more for its many small chunks. */
function collect(done: (bytes: Buffer) => void): NodeJS.WritableStream {
  const chunks: Uint8Array[] = []
  const collector = {
    write(chunk: Uint8Array | string) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      return true
    },
    end: () => done(Buffer.concat(chunks)),
    // It never applies backpressure and never fails.
    on: () => collector,
    destroy: () => {},
  }
  return collector as unknown as NodeJS.WritableStream
}
