import type { Admin, Client, ClientHeaders } from '@medusajs/js-sdk'
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

/** The SDK's products, with an import that also works in Node, and with methods that the SDK lacks. */
export interface Products extends Omit<Admin['product'], 'createImport' | 'deleteVariant'> {
  /** The import changes nothing until `confirmImport`. */
  createImport(body: { file: File }, headers?: ClientHeaders): Promise<HttpTypes.AdminImportProductsResponse>
  startImport(body: ImportRecord, headers?: ClientHeaders): Promise<HttpTypes.AdminImportProductsResponse>
  deleteVariant(
    productId: string,
    id: string,
    query?: HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminProductVariantDeleteResponse>
  /** @deprecated Since backend 2.19, use `admin.productOption` and `linkOptions`, also for the next three methods. */
  createOption(
    productId: string,
    body: HttpTypes.AdminCreateProductOption,
    query?: HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminProductResponse>
  /** @deprecated */
  retrieveOption(
    productId: string,
    id: string,
    query?: HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminProductOptionResponse>
  /** @deprecated */
  updateOption(
    productId: string,
    id: string,
    body: HttpTypes.AdminUpdateProductOption,
    query?: HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminProductResponse>
  /** @deprecated */
  deleteOption(
    productId: string,
    id: string,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminProductOptionDeleteResponse>
}

type Own = 'createImport' | 'startImport' | 'deleteVariant' | `${'create' | 'retrieve' | 'update' | 'delete'}Option`

export function ownProducts(client: Client, uploads: Uploads): Pick<Products, Own> {
  const optionsOf = (productId: string): string => `/admin/products/${pathId(productId)}/options`

  async function startImport(body: ImportRecord, headers: ClientHeaders = {}) {
    return client.fetch<HttpTypes.AdminImportProductsResponse>('/admin/products/imports', {
      method: 'POST',
      body,
      headers,
    })
  }

  return {
    startImport,
    async createImport({ file }, headers = {}) {
      const facts = { originalname: file.name, mime_type: file.type || 'text/csv', size: file.size }
      const place = await uploads.presignedUrl(facts, {}, headers)
      const file_key = await uploadTo(place, file, headers)
      return startImport({ ...facts, file_key, extension: place.extension }, headers)
    },
    deleteVariant: async (productId, id, query = {}, headers = {}) =>
      client.fetch(`/admin/products/${pathId(productId)}/variants/${pathId(id)}`, {
        method: 'DELETE',
        query: { ...query },
        headers,
      }),
    createOption: async (productId, body, query = {}, headers = {}) =>
      client.fetch(optionsOf(productId), { method: 'POST', body, query: { ...query }, headers }),
    retrieveOption: async (productId, id, query = {}, headers = {}) =>
      client.fetch(`${optionsOf(productId)}/${pathId(id)}`, { query: { ...query }, headers }),
    updateOption: async (productId, id, body, query = {}, headers = {}) =>
      client.fetch(`${optionsOf(productId)}/${pathId(id)}`, { method: 'POST', body, query: { ...query }, headers }),
    deleteOption: async (productId, id, headers = {}) =>
      client.fetch(`${optionsOf(productId)}/${pathId(id)}`, { method: 'DELETE', headers }),
  }

  /** A backend with local file storage has no presigned URL and takes a normal upload. */
  async function uploadTo(
    place: HttpTypes.AdminUploadPreSignedUrlResponse,
    file: File,
    headers: ClientHeaders,
  ): Promise<string> {
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
}
