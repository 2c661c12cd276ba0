import { PassThrough } from 'node:stream'

import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** A visitor who waits longer than this gets what there is. */
const RENDER_TIMEOUT_MS = 10_000

interface HtmlOptions {
  /** The browser's entry. */
  entry: string
  /** Aborted when the visitor has gone. */
  signal: AbortSignal
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
export function streamHtml(element: ReactNode, options: HtmlOptions & { nonce: string }): Promise<PassThrough> {
  const { promise, resolve, reject } = Promise.withResolvers<PassThrough>()
  let shellReady = false
  const stream = renderToPipeableStream(element, {
    ...IN_PLACE,
    nonce: options.nonce,
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
 * @returns the bytes, in UTF-8
 * @throws what the shell threw
 */
export function renderHtml(element: ReactNode, options: HtmlOptions): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const stream = renderToPipeableStream(element, {
    ...IN_PLACE,
    bootstrapModules: [options.entry],
    onAllReady: () => void stream.pipe(collect(resolve)),
    onShellError: reject,
    onError: (error) => reportLate(error, true, options),
  })
  const stopGuard = guard(stream.abort, options.signal)
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

function reportLate(error: unknown, shellReady: boolean, { signal, onLateError }: HtmlOptions): void {
  if (shellReady && !signal.aborted) onLateError(error)
}

/** Takes what React writes without a stream's work for each of the pieces, which are many and small. */
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
