import type { Admin, Client, ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'
import { Agent } from 'undici'

import { BackendError, UnsendableError } from '../backend-error.ts'
import { exchange, toBackendError } from '../exchange.ts'

type UploadedFile = File | { name: string; content: string }

export type Uploads = Pick<Admin['upload'], 'presignedUrl'> & ReturnType<typeof ownUploads>

/** The SDK's uploads, made to work in Node, and uploads to presigned URLs. */
export function ownUploads(client: Client) {
  return {
    async create(
      { files }: { files: UploadedFile[] },
      query: HttpTypes.SelectParams = {},
      headers: ClientHeaders = {},
    ) {
      const body = new FormData()
      for (const file of files) {
        body.append('files', file instanceof File ? file : new File([file.content], file.name, { type: 'text/plain' }))
      }
      return client.fetch<HttpTypes.AdminFileListResponse>('/admin/uploads', {
        method: 'POST',
        query: { ...query },
        headers: { ...headers, 'content-type': null },
        body,
      })
    },
    put: putFile,
  }
}

const TIMEOUTS = { headers: 120_000, body: 30_000 }
const XML_MESSAGE = /<Message>([^<]+)<\/Message>/

/**
 * Over a separate connection, so that no header of the client is sent along. Throws BackendError with the storage's
 * message, UnsendableError for an invalid URL.
 */
async function putFile(url: string, file: File) {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UnsendableError(`"${url}" is no address of a file: it begins with https://.`)
  const agent = new Agent()
  try {
    const answer = await exchange(agent, address.origin, {
      method: 'PUT',
      path: `${address.pathname}${address.search}`,
      headers: file.type ? { 'content-type': file.type } : {},
      body: await file.bytes(),
      timeouts: TIMEOUTS,
      signal: undefined,
    })
    if (answer.status < 300) return
    const [, message] = XML_MESSAGE.exec(answer.text) ?? []
    throw message
      ? new BackendError({ message, status: answer.status, statusText: answer.statusText })
      : toBackendError(answer)
  } finally {
    await agent.destroy()
  }
}
