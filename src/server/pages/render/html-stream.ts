import { PassThrough } from 'node:stream'

import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** A visitor who waits longer than this gets what there is. */
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
  /** The browser's entry. */
  entry: EntryScript
  /** Aborted when the visitor has gone. */
  signal: AbortSignal
}

interface StreamOptions extends HtmlOptions {
  nonce: string
  importMap: IntegrityMap | undefined
  /** A part that failed after the page had begun: the rest still arrives. */
  onLateError: (error: unknown) => void
}

/** What is there stays in its place, however large, instead of arriving hidden at the end and being moved. */
const IN_PLACE = { progressiveChunkSize: Number.POSITIVE_INFINITY }

/**
 * The streamed render: words first, secondary parts as they come.
 * @returns a stream, once the shell is ready: nothing was sent before
 * @throws what the shell threw, so that another page can be sent instead
 */
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

/**
 * The complete render: the same page with every part in its place, as it is kept and as crawlers get it.
 * @param mayMiss whether the page is whole without the part that threw this; without it none may be missed
 * @returns the bytes, in UTF-8
 * @throws what the shell threw, or an error about a part that did
 */
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

/** Ends a render whose visitor has gone or has waited too long; the timer never outlives the render. */
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

/** Takes what React writes without a stream's work for each of the products, which are many and small. */
function collect(done: (bytes: Buffer) => void): NodeJS.WritableStream {
  const chunks: Uint8Array[] = []
  const collector = {
    write(chunk: Uint8Array | string) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      return true
    },
    end: () => done(Buffer.concat(chunks)),
    // It is never full, closes nothing and never fails.
    on: () => collector,
    destroy: () => {},
  }
  return collector as unknown as NodeJS.WritableStream
}
