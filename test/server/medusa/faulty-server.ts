import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void

export interface SeenCall {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface FaultyServer {
  url: string
  seen: SeenCall[]
  answer(handler: Handler): void
  close(): Promise<void>
}

export async function startFaultyServer(first: Handler = answerJson(200, {})): Promise<FaultyServer> {
  let handler = first
  const seen: SeenCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      handler(request, response, seen.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer(next) {
      handler = next
      seen.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function answerJson(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

export async function refusedUrl(): Promise<string> {
  const server = await startFaultyServer()
  await server.close()
  return server.url
}
