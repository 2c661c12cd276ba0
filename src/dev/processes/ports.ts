import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { StartError } from '#server/infra/start-error.ts'

/** Below the ephemeral ports (32,768 and up), so that no outgoing connection takes the port before it is used. */
const ANY_PORT = { from: 15_000, below: 32_768 }
const MOST_ATTEMPTS = 100

/** On 127.0.0.1; 0 for any. `setting` is for the StartError, thrown if the port is taken. */
export async function freePort(wanted: number, setting: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted || randomInt(ANY_PORT.from, ANY_PORT.below)
    const code = await listenOnce(port)
    if (code === undefined) return port
    const isTaken = code === 'EADDRINUSE'
    if (!wanted && isTaken && attempt < MOST_ATTEMPTS) continue
    throw new StartError(
      isTaken
        ? `Port ${port} on 127.0.0.1 is taken by another program; stop that one, or choose another port with ${setting}.`
        : `Port ${port} on 127.0.0.1 cannot be used (${code}); choose another port with ${setting}.`,
    )
  }
}

/** The error code; undefined if the port is free. */
async function listenOnce(port: number): Promise<string | undefined> {
  const server = createServer().listen({ host: '127.0.0.1', port, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
  server.close()
  await once(server, 'close')
  return undefined
}
