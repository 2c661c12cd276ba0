import type { ComponentType } from 'react'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import type { EngravingProps } from './engraving/engraving.tsx'
import type { StockAlertProps } from './stock-alert/stock-alert.tsx'

interface ServerParts {
  ProductFacts?: ComponentType<{ product: ShownProduct }>
  Engraving?: ComponentType<EngravingProps>
  StockAlert?: ComponentType<StockAlertProps>
}

/**
 * Components that the server renders and the browser loads only if needed. The server's entry sets them: an import
 * would add their code to the scripts of every page.
 */
export const serverParts: ServerParts = {}
