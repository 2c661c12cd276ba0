import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { BackendError } from '#server/medusa/backend-error.ts'
import { createBackend } from '#server/medusa/http.ts'

import { answerJson, refusedUrl, startFaultyServer, type Handler } from './faulty-server.ts'

export interface FaultCase {
  name: string
  /** Undefined: no server listens. */
  handler: Handler | undefined
  /** Expected attempts of a read. A write always makes one. */
  readAttempts: number
  expected: { status?: number; statusText?: string; type?: string; code?: string; message?: RegExp }
  /** True if the fault ends after the first attempt, so that a read succeeds. */
  passes?: boolean
}

export interface FaultRow {
  name: string
  kind: 'read' | 'write'
  attempts: number
  ms: number
  error: Pick<BackendError, 'message' | 'status' | 'statusText' | 'type' | 'code' | 'mayHaveWorked'> | undefined
}

const WAIT_MS = 1500
/** Upper bound in ms: the attempts, the longest pause between them, and allowance for a busy machine. */
export const LONGEST_MS = 2 * WAIT_MS + 10_000

const html: Handler = (_request, response) => {
  response.writeHead(502, { 'content-type': 'text/html' })
  response.end('<html><body><h1>502 Bad Gateway</h1></body></html>')
}
const empty: Handler = (_request, response) => {
  response.writeHead(500)
  response.end()
}
const resetMidBody: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"regions":', () => response.socket?.resetAndDestroy())
}
const slowBody: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"regions":')
}
const resetAtOnce: Handler = (request) => request.socket.resetAndDestroy()
const fine = answerJson(200, { regions: [] })

const PASSING = [408, 409, 425, 429, 500, 502, 503, 504]

const statusCases: FaultCase[] = PASSING.map((status) => ({
  name: `status ${status}`,
  handler: answerJson(status, { message: `no ${status}`, type: 'made_up', code: 'made_up_code' }),
  readAttempts: 2,
  expected: { status, message: new RegExp(`^no ${status}$`), type: 'made_up', code: 'made_up_code' },
}))

export const FAULT_CASES: FaultCase[] = [
  ...statusCases,
  {
    name: 'status 503, then well',
    handler: (request, response, attempt) =>
      (attempt === 1 ? answerJson(503, { message: 'busy' }) : fine)(request, response, attempt),
    readAttempts: 2,
    passes: true,
    expected: { status: 503 },
  },
  {
    name: 'status 429 with a pause longer than ours',
    handler: answerJson(429, { message: 'slow down' }, { 'retry-after': '60' }),
    readAttempts: 1,
    expected: { status: 429, message: /^slow down$/ },
  },
  { name: 'status 400', handler: answerJson(400, { message: 'bad' }), readAttempts: 1, expected: { status: 400 } },
  {
    name: 'status 404',
    handler: answerJson(404, {}),
    readAttempts: 1,
    expected: { status: 404, message: /^Not Found$/ },
  },
  { name: 'status 302', handler: answerJson(302, {}, { location: '/x' }), readAttempts: 1, expected: { status: 302 } },
  {
    name: 'HTML 502',
    handler: html,
    readAttempts: 2,
    expected: { status: 502, statusText: 'Bad Gateway', message: /^Bad Gateway$/ },
  },
  {
    name: 'empty 500',
    handler: empty,
    readAttempts: 2,
    expected: { status: 500, statusText: 'Internal Server Error', message: /^Internal Server Error$/ },
  },
  {
    name: 'HTML 200',
    handler: (_request, response) => response.end('<html></html>'),
    readAttempts: 1,
    expected: { status: 200, type: 'invalid_body' },
  },
  { name: 'refused', handler: undefined, readAttempts: 2, expected: { type: 'connection', code: 'ECONNREFUSED' } },
  { name: 'reset before the answer', handler: resetAtOnce, readAttempts: 2, expected: { type: 'connection' } },
  { name: 'reset mid-body', handler: resetMidBody, readAttempts: 2, expected: { type: 'connection' } },
  { name: 'slow headers', handler: () => {}, readAttempts: 1, expected: { type: 'timeout', code: 'headers_timeout' } },
  { name: 'slow body', handler: slowBody, readAttempts: 1, expected: { type: 'timeout', code: 'body_timeout' } },
]

export async function runFaultCase(faultCase: FaultCase, kind: 'read' | 'write'): Promise<FaultRow> {
  const server = faultCase.handler ? await startFaultyServer(faultCase.handler) : undefined
  const backend = createBackend({
    baseUrl: server?.url ?? (await refusedUrl()),
    publishableKey: 'pk_test',
    readTimeoutMs: WAIT_MS,
    writeTimeoutMs: WAIT_MS,
  })
  const refused = countClientErrors()
  const started = performance.now()
  const outcome = await (kind === 'read' ? backend.store.region.list() : backend.store.cart.create({})).then(
    () => undefined,
    (error: unknown) => error,
  )
  const ms = Math.round(performance.now() - started)
  refused.stop()
  await Promise.all([backend.close(), server?.close()])
  if (outcome !== undefined && !(outcome instanceof BackendError))
    throw new Error('not an error of ours', { cause: outcome })
  const error = outcome && {
    message: outcome.message,
    status: outcome.status,
    statusText: outcome.statusText,
    type: outcome.type,
    code: outcome.code,
    mayHaveWorked: outcome.mayHaveWorked,
  }
  return { name: faultCase.name, kind, attempts: server?.seen.length ?? refused.count(), ms, error }
}

/** Without a server, attempts are counted by undici's connection events. */
function countClientErrors(): { count(): number; stop(): void } {
  let seen = 0
  const note = (): void => {
    seen += 1
  }
  subscribe('undici:client:connectError', note)
  return {
    count: () => seen,
    stop() {
      unsubscribe('undici:client:connectError', note)
    },
  }
}
