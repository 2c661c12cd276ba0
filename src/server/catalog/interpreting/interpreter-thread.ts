/** Worker thread of `interpreter.ts`: gets response bodies, posts records. */
import { parentPort } from 'node:worker_threads'

import type { HttpTypes } from '@medusajs/types'

import type { Locale } from '#shared/i18n/locale.ts'

import type { ProductPrices, ProductRecord } from '../records/records.ts'
import { stamp } from '../records/stamp.ts'
import { toProductPrices } from './to-product-prices.ts'
import { toProductRecord } from './to-product-record.ts'

/** Response bodies about products: facts in the backend's own language, texts in the others. */
export interface ProductsAnswer {
  facts: ArrayBuffer
  words: readonly (readonly [Locale, ArrayBuffer])[]
}

export interface PricesAnswer {
  answer: ArrayBuffer
  unit: 'major' | 'minor'
}

export type Task = ({ products: ProductsAnswer } | { prices: PricesAnswer }) & {
  known: readonly (readonly [id: string, digest: string])[]
}

export interface Found {
  id: string
  digest: string
  /** Absent if the digest is the known one. */
  value?: ProductRecord | ProductPrices
}

export interface TaskDone {
  task: number
  /** Absent if a response was not JSON. */
  found: Found[] | undefined
}

const utf8 = new TextDecoder()

parentPort?.on('message', (message: Task & { task: number }) => {
  // The result holds no buffers, so the transfer list is empty.
  parentPort?.postMessage({ task: message.task, found: interpret(message) } satisfies TaskDone, [])
})

function interpret(task: Task): Found[] | undefined {
  const known = new Map(task.known)
  const found = 'products' in task ? toRecords(task.products) : toPrices(task.prices)
  return found?.map(([id, value]) => {
    const { digest } = stamp(value, 0)
    return known.get(id) === digest ? { id, digest } : { id, digest, value }
  })
}

function toRecords({ facts, words: text }: ProductsAnswer): [string, ProductRecord][] | undefined {
  const products = readProducts(facts)
  const translations = text.map(([locale, answer]) => {
    const translated = readProducts(answer)
    return [locale, translated && new Map(translated.map((product) => [product.id, product]))] as const
  })
  if (!products || translations.some(([, translated]) => !translated)) return undefined
  const byLocale = new Map(translations)
  return products.map((product) => {
    const record = toProductRecord(product, (locale) => byLocale.get(locale)?.get(product.id))
    return [record.id, record]
  })
}

function toPrices({ answer, unit }: PricesAnswer): [string, ProductPrices][] | undefined {
  return readProducts(answer)?.map((product) => [product.id, toProductPrices(product, unit)])
}

function readProducts(answer: ArrayBuffer): HttpTypes.StoreProduct[] | undefined {
  try {
    return (JSON.parse(utf8.decode(answer)) as { products: HttpTypes.StoreProduct[] }).products
  } catch {
    return undefined
  }
}
