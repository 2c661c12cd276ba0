import type { Admin, Client, ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'
import { Agent } from 'undici'

import { exchange, toBackendError } from '../exchange.ts'

type UploadedFile = File | { name: string; content: string }

/** The SDK's uploads, made to work in Node, and uploads to presigned URLs. */
export interface Uploads extends Omit<Admin['upload'], 'create'> {
  create(
    body: { files: UploadedFile[] },
    query?: HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminFileListResponse>
  /**
   * Without the client's credentials. Throws BackendError with the storage's message, UnsendableError for an invalid
   * URL.
   */
  put(url: string, file: File): Promise<void>
}

export function ownUploads(client: Client): Pick<Uploads, 'create' | 'put'> {
  return {
    create: async ({ files }, query = {}, headers = {}) =>
      client.fetch('/admin/uploads', {
        method: 'POST',
        query: { ...query },
        headers: { ...headers, 'content-type': null },
        body: toForm(files),
      }),
    put: putFile,
  }
}

function toForm(files: readonly UploadedFile[]): FormData {
  const form = new FormData()
  for (const file of files) {
    form.append('files', file instanceof File ? file : new File([file.content], file.name, { type: 'text/plain' }))
  }
  return form
}

const TIMEOUTS = { headers: 120_000, body: 30_000 }
const XML_MESSAGE = /<Message>([^<]+)<\/Message>/

/** Over a separate connection, so that no header of the client is sent along. */
async function putFile(url: string, file: File): Promise<void> {
  const { origin, pathname, search } = addressOf(url)
  const agent = new Agent()
  try {
    const answer = await exchange(agent, origin, {
      method: 'PUT',
      path: `${pathname}${search}`,
      headers: file.type ? { 'content-type': file.type } : {},
      body: await file.bytes(),
      timeouts: TIMEOUTS,
      signal: undefined,
    })
    if (answer.status < 300) return
    const [, message] = XML_MESSAGE.exec(answer.text) ?? []
    throw toBackendError(message ? { ...answer, text: JSON.stringify({ message }) } : answer)
  } finally {
    await agent.destroy()
  }
}

function addressOf(url: string): URL {
  const address = URL.parse(url)
  if (address && /^https?:$/.test(address.protocol)) return address
  throw new UnsendableError(`"${url}" is no address of a file: it begins with https://.`)
}

/** Not sent, because the arguments are invalid. `message` names the problem. */
export class UnsendableError extends Error {
  override name = 'UnsendableError'
}
