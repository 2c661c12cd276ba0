import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { Redis } from 'ioredis'
import type { Test } from 'tap'

import { freePort } from '#dev/processes/ports.ts'

import { until } from './until.ts'

export async function startRedisServer(t: Pick<Test, 'teardown'>) {
  const port = await freePort(0, 'REDIS_URL')
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const stop = async (): Promise<void> => {
    const ending = child && once(child, 'exit')
    child?.kill('SIGTERM')
    await ending
    child = undefined
  }
  const start = async (): Promise<void> => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = spawn('redis-server', settings, { stdio: 'ignore' })
    await until(async () =>
      ask().then(
        () => true,
        () => false,
      ),
    )
  }
  /** On a connection of its own, because the server is stopped and started. */
  const ask = async (): Promise<string[]> => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.keys('*')
    } finally {
      client.disconnect()
    }
  }
  t.teardown(stop)
  await start()
  return { url, keys: ask, stop, start }
}
