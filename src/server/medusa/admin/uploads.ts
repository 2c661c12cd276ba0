import type { Admin, Client, ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { putFile } from './put-file.ts'

/** A file, or its text under a name. */
export type UploadedFile = File | { name: string; content: string }

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
