import { Agent, request } from 'node:http'

export function createFirstByte(): { of: (url: string, userAgent: string) => Promise<number>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    close: () => agent.destroy(),
    of(url, userAgent) {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const headers = { 'user-agent': userAgent, accept: 'text/html' }
      const began = performance.now()
      let firstByteMs: number | undefined
      const call = request(url, { agent, headers }, (response) => {
        response.on('data', () => (firstByteMs ??= performance.now() - began))
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode === 200 && firstByteMs !== undefined) resolve(firstByteMs)
          else reject(new Error(`${url} answered ${response.statusCode}`))
        })
      })
      call.on('error', reject)
      call.end()
      return promise
    },
  }
}
