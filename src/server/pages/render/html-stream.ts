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

interface HtmlOptions {
  entry: EntryScript
  signal: AbortSignal
}

interface StreamOptions extends HtmlOptions {
  nonce: string
  importMap: IntegrityMap | undefined
  /** The rest of the page is still sent. */
  onLateError: (error: unknown) => void
}

/** Sends content that is ready in place, however large, instead of hidden at the end and moved by a script. */
const IN_PLACE = { progressiveChunkSize: Number.POSITIVE_INFINITY }

/** Nothing is sent before the shell is ready. Throws its error, so that the error page can be sent instead. */
export function streamHtml(element: ReactNode, options: StreamOptions): Promise<PassThrough> {
  const { promise, resolve, reject } = Promise.withResolvers<PassThrough>()
  let shellReady = false
  const stream = renderToPipeableStream(element, {
    ...IN_PLACE,
    nonce: options.nonce,
    ...(options.importMap ? { importMap: options.importMap } : {}),
    bootstrapModules: [options.entry],
    onShellReady() {
      shellReady = true
      resolve(stream.pipe(new PassThrough()))
    },
    onShellError: reject,
    onAllReady: () => stopGuard(),
    onError: (error) => reportLate(error, shellReady, options),
  })
  const stopGuard = guard(stream.abort, options.signal)
  return promise.finally(() => {
    if (!shellReady) stopGuard()
  })
}

/** With every deferred part in place. Throws the error of the shell or of a part that `mayMiss` does not accept. */
export function renderHtml(
  element: ReactNode,
  { entry, signal, mayMiss = () => false }: HtmlOptions & { mayMiss?: (error: unknown) => boolean },
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const failures: unknown[] = []
  const stream = renderToPipeableStream(element, {
    ...IN_PLACE,
    bootstrapModules: [entry],
    onAllReady() {
      if (failures.length === 0) stream.pipe(collect(resolve))
      else reject(new Error('A part of a page could not be rendered', { cause: failures[0] }))
    },
    onShellError: reject,
    onError(error) {
      if (!mayMiss(error)) failures.push(error)
    },
  })
  const stopGuard = guard(stream.abort, signal)
  return promise.finally(stopGuard)
}

/** Returns a function that removes both the timeout and the listener. */
function guard(abort: (reason: unknown) => void, signal: AbortSignal): () => void {
  const timer = setTimeout(
    () => abort(new Error(`A render took longer than ${RENDER_TIMEOUT_MS} ms`)),
    RENDER_TIMEOUT_MS,
  )
  const onGone = () => abort(signal.reason)
  signal.addEventListener('abort', onGone, { once: true })
  return () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onGone)
  }
}

function reportLate(error: unknown, shellReady: boolean, { signal, onLateError }: StreamOptions): void {
  if (shellReady && !signal.aborted) onLateError(error)
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
