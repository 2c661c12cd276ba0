import type { Fit } from './fits.ts'
import type { NewProduct } from './new-product.ts'

export interface NewVariant {
  sku: string
  metal: NewProduct['metals'][number]
  fit: Fit | undefined
}

export function variantsOf({ handle, metals, fit: option }: NewProduct) {
  return metals.flatMap((metal) =>
    (option?.values ?? [undefined]).map((fit): NewVariant => ({
      metal,
      fit,
      sku: [handle, metal.metal, ...(fit && !fit.isUsual ? [fit.en.replaceAll(/\W/g, '-')] : [])].join('-'),
    })),
  )
}

export function dollarsOf({ metal, fit }: NewVariant) {
  return metal.dollars + (fit?.extra ?? 0)
}
