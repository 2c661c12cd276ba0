import type { Admin, Client, ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'
import { Agent } from 'undici'

import { exchange, toBackendError } from '../exchange.ts'

/** A file, or its text under a name. */
type UploadedFile = File | { name: string; content: string }

/** The SDK's uploads as Node can make them, and the way to an address that was signed beforehand. */
export interface Uploads extends Omit<Admin['upload'], 'create'> {
  create(
    body: { files: UploadedFile[] },
    query?: HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminFileListResponse>
  /**
   * Lays a file at a presigned address, which learns nothing of who asks.
   * @throws BackendError with what the store there said
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
/** What stores of files say in XML. */
const XML_MESSAGE = /<Message>([^<]+)<\/Message>/

/**
 * Lays a file at an address that was signed beforehand, over a connection of its own: none of our headers goes along.
 * @throws BackendError with the message of the answer, else its status text; UnsendableError for what is no address
 */
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

/** A call that cannot be made as it is wished, and was not: `message` says what is wrong with it. */
export class UnsendableError extends Error {
  override name = 'UnsendableError'
}
