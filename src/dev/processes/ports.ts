import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { StartError } from '#server/infra/start-error.ts'

/** Below the ports of outgoing connections (32,768 and up), which could take a port between this look and its use. */
const ANY_PORT = { from: 15_000, below: 32_768 }
const MOST_TRIES = 100

/**
 * A port on 127.0.0.1 that no program listens on.
 * @param wanted 0 for any
 * @param setting the setting that names the port, for the sentence
 * @throws StartError when it is taken
 */
export async function freePort(wanted: number, setting: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = wanted || randomInt(ANY_PORT.from, ANY_PORT.below)
    const code = await listenOnce(port)
    if (code === undefined) return port
    const isTaken = code === 'EADDRINUSE'
    if (!wanted && isTaken && tries < MOST_TRIES) continue
    throw new StartError(
      isTaken
        ? `Port ${port} on 127.0.0.1 is taken by another program; stop that one, or choose another port with ${setting}.`
        : `Port ${port} on 127.0.0.1 cannot be used (${code}); choose another port with ${setting}.`,
    )
  }
}

/** @returns the code of the error, undefined if the port can be listened on */
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
