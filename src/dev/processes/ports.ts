import { createServer } from 'node:net'

import { StartError } from '#server/start.ts'

/**
 * A port on 127.0.0.1 that nobody listens on.
 * @param wanted 0 for any
 * @param setting the setting that names the port, for the sentence
 * @throws StartError when it is taken
 */
export async function freePort(wanted: number, setting: string): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      new StartError(
        error.code === 'EADDRINUSE'
          ? `Port ${wanted} on 127.0.0.1 is taken by another program; stop that one, or choose another port with ${setting}.`
          : `Port ${wanted} on 127.0.0.1 cannot be used (${error.code}); choose another port with ${setting}.`,
      ),
    ),
  )
  server.listen({ host: '127.0.0.1', port: wanted, exclusive: true }, () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
  })
  return promise
}
