import { BRACELETS } from './bracelets.ts'
import { EARRINGS } from './earrings.ts'
import { NECKLACES } from './necklaces.ts'
import type { SampleProduct } from './product.ts'
import { RINGS } from './rings.ts'
import { SETS } from './sets.ts'

export const ALL_PRODUCTS: readonly SampleProduct[] = [...RINGS, ...NECKLACES, ...EARRINGS, ...BRACELETS, ...SETS]
