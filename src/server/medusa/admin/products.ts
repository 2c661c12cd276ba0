import type { Admin, Client, ClientHeaders } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../backend-client.ts'
import { BackendError } from '../backend-error.ts'
import type { Uploads } from './uploads.ts'

/** A file that lies where the backend finds it, to be read as products. */
export interface ImportRecord {
  file_key: string
  originalname: string
  extension: string
  size: number
  mime_type: string
}

/** The SDK's products; its import as every platform can make it, and the calls that it lacks. */
export interface Products extends Omit<Admin['product'], 'createImport' | 'deleteVariant'> {
  /**
   * Lays a CSV file where the backend says, and lets it be read. Nothing is changed before `confirmImport`.
   * @throws BackendError, also with what a presigned address said
   */
  createImport(body: { file: File }, headers?: ClientHeaders): Promise<HttpTypes.AdminImportProductsResponse>
  /** The last step of `createImport`, for a file that lies there already. */
  startImport(body: ImportRecord, headers?: ClientHeaders): Promise<HttpTypes.AdminImportProductsResponse>
  deleteVariant(
    productId: string,
    id: string,
    query?: HttpTypes.SelectParams,
    headers?: ClientHeaders,
  ): Promise<HttpTypes.AdminProductVariantDeleteResponse>
  /** @deprecated Backends since 2.19 have `admin.productOption` and `linkOptions` instead; so do the three below. */
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
      const file_key = await layAt(place, file, headers)
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

  /** A backend that keeps files itself has no address to lay them at, and takes them as any other upload. */
  async function layAt(
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
