import type { Client, ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../backend-client.ts'
import { BackendError } from '../backend-error.ts'
import type { Uploads } from './uploads.ts'

export interface ImportRecord {
  file_key: string
  originalname: string
  extension: string
  size: number
  mime_type: string
}

type Query = HttpTypes.SelectParams

/** Methods that the SDK lacks, and an import that also works in Node. */
export function ownProducts(client: Client, uploads: Uploads) {
  const optionsOf = (productId: string) => `/admin/products/${pathId(productId)}/options`

  const startImport = async (body: ImportRecord, headers: ClientHeaders = {}) =>
    client.fetch<HttpTypes.AdminImportProductsResponse>('/admin/products/imports', { method: 'POST', body, headers })

  /** A backend with local file storage has no presigned URL and takes a normal upload. */
  async function uploadTo(place: HttpTypes.AdminUploadPreSignedUrlResponse, file: File, headers: ClientHeaders) {
    if (/^https?:\/\//.test(place.url)) {
      await uploads.put(place.url, file)
      return place.filename
    }
    const { files } = await uploads.create({ files: [file] }, {}, headers)
    const [first] = files
    if (!first)
      throw new BackendError({ message: 'The backend took the file and told no name of it.', type: 'invalid_body' })
    return first.id
  }

  return {
    startImport,
    /** The import changes nothing until `confirmImport`. */
    async createImport({ file }: { file: File }, headers: ClientHeaders = {}) {
      const facts = { originalname: file.name, mime_type: file.type || 'text/csv', size: file.size }
      const place = await uploads.presignedUrl(facts, {}, headers)
      const file_key = await uploadTo(place, file, headers)
      return startImport({ ...facts, file_key, extension: place.extension }, headers)
    },
    deleteVariant: async (productId: string, id: string, query: Query = {}, headers: ClientHeaders = {}) =>
      client.fetch<HttpTypes.AdminProductVariantDeleteResponse>(
        `/admin/products/${pathId(productId)}/variants/${pathId(id)}`,
        { method: 'DELETE', query: { ...query }, headers },
      ),
    /** @deprecated Since backend 2.19, use `admin.productOption` and `linkOptions`, also for the next three methods. */
    createOption: async (
      productId: string,
      body: HttpTypes.AdminCreateProductOption,
      query: Query = {},
      headers: ClientHeaders = {},
    ) =>
      client.fetch<HttpTypes.AdminProductResponse>(optionsOf(productId), {
        method: 'POST',
        body,
        query: { ...query },
        headers,
      }),
    /** @deprecated */
    retrieveOption: async (productId: string, id: string, query: Query = {}, headers: ClientHeaders = {}) =>
      client.fetch<HttpTypes.AdminProductOptionResponse>(`${optionsOf(productId)}/${pathId(id)}`, {
        query: { ...query },
        headers,
      }),
    /** @deprecated */
    updateOption: async (
      productId: string,
      id: string,
      body: HttpTypes.AdminUpdateProductOption,
      query: Query = {},
      headers: ClientHeaders = {},
    ) =>
      client.fetch<HttpTypes.AdminProductResponse>(`${optionsOf(productId)}/${pathId(id)}`, {
        method: 'POST',
        body,
        query: { ...query },
        headers,
      }),
    /** @deprecated */
    deleteOption: async (productId: string, id: string, headers: ClientHeaders = {}) =>
      client.fetch<HttpTypes.AdminProductOptionDeleteResponse>(`${optionsOf(productId)}/${pathId(id)}`, {
        method: 'DELETE',
        headers,
      }),
  }
}
