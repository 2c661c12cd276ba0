import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { generatedProduct } from '../../../../commerce/src/shop/generated-product.ts'
import { METALS } from '../../../../commerce/src/shop/metals.ts'
import { originalPrices } from '../../../../commerce/src/shop/prices.ts'
import { ALL_PRODUCTS } from '../../../../commerce/src/shop/samples.ts'

const MEDIA = join(import.meta.dirname, '../../../../content/media')

export type Line = Record<string, string | number>

/**
 * Lines of generated products in the format of the shop: two languages, metals and sizes, prices in eight currencies,
 * and images, which are copied beside the file.
 * @param folder where the file will be
 */
export function productLines(count: number, folder: string): Line[] {
  mkdirSync(join(folder, 'images'), { recursive: true })
  return Array.from({ length: count }, (_, index) => generatedProduct(index + ALL_PRODUCTS.length)).flatMap((product) =>
    product.metals.flatMap(({ metal, dollars, pictures }) =>
      (product.fit?.values ?? [undefined]).map((fit): Line => {
        for (const name of pictures) copyFileSync(join(MEDIA, name), join(folder, 'images', name))
        return {
          handle: product.handle,
          title_en: product.title.en,
          title_ru: product.title.ru,
          description_en: product.description.en,
          description_ru: product.description.ru,
          material_en: product.material.en,
          material_ru: product.material.ru,
          status: 'published',
          category: product.categories[1],
          cut: product.cut ?? '',
          stones: product.stones ?? '',
          engraving: product.engraving ?? '',
          option1_name: 'Metal',
          option1_name_ru: 'Металл',
          option1_value: METALS[metal].name.en,
          option1_value_ru: METALS[metal].name.ru,
          option2_name: product.fit?.title.en ?? '',
          option2_name_ru: product.fit?.title.ru ?? '',
          option2_value: fit?.en ?? '',
          option2_value_ru: fit?.ru ?? '',
          sku: [product.handle, metal, fit?.en].filter(Boolean).join('-'),
          stock: 5,
          weight: product.grams,
          images: pictures.map((name) => `images/${name}`).join('|'),
          ...Object.fromEntries(originalPrices(dollars).map((price) => [`price_${price.currency_code}`, price.amount])),
        }
      }),
    ),
  )
}

export function writeProducts(path: string, lines: readonly Line[]): string {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  const rows = lines.map((line) => columns.map((column) => quoted(String(line[column] ?? ''))).join(','))
  writeFileSync(path, [columns.join(','), ...rows, ''].join('\n'))
  return path
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
