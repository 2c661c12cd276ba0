/**
 * Child process of the proof: sends far more requests than a shop can answer, in its own process to not slow the
 * probes.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

import { Agent, request } from 'undici'

export interface CrowdOptions {
  url: string
  searches: number
  rounds: number
  pipelined: number
}

export interface CrowdReport {
  /** Responses by status; 0 if a connection ended without one. */
  statuses: Record<number, number>
  withoutRetryAfter: number
  isPipelineClosed: boolean
}

if (process.send) {
  const [options] = (await once(process, 'message')) as [CrowdOptions]
  process.send(await crowd(options))
  process.disconnect()
}

async function crowd({ url, searches, rounds, pipelined }: CrowdOptions): Promise<CrowdReport> {
  const statuses: Record<number, number> = {}
  let withoutRetryAfter = 0
  const dispatcher = new Agent({ connections: searches, headersTimeout: 60_000 })

  async function ask(path: string): Promise<void> {
    try {
      const { statusCode, headers, body } = await request(url + path, { dispatcher, headers: { accept: 'text/html' } })
      await body.dump({ limit: 10_000_000 })
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
      if (statusCode === 503 && headers['retry-after'] === undefined) withoutRetryAfter += 1
    } catch {
      statuses[0] = (statuses[0] ?? 0) + 1
    }
  }

  const { hostname, port, host } = new URL(url)
  const unread = connect(Number(port), hostname)
  let isPipelineClosed = false
  unread.on('error', () => {}).once('close', () => (isPipelineClosed = true))
  await once(unread, 'connect')
  unread.pause()
  const lines = Array.from(
    { length: pipelined },
    (_, index) => `GET /en/search?q=unread+${index} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
  )
  unread.write(lines.join(''))

  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: searches }, (_, index) => ask(`/en/search?q=ring+${round}+${index}`)))
  }
  // A closed connection is only noticed by writing to it.
  unread.write('GET / HTTP/1.1\r\n')
  await ask('/healthz')
  unread.destroy()
  await dispatcher.close()
  return { statuses, withoutRetryAfter, isPipelineClosed }
}
