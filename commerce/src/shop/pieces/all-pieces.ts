import { BRACELETS } from './bracelets.ts'
import { EARRINGS } from './earrings.ts'
import { NECKLACES } from './necklaces.ts'
import type { Piece } from './piece.ts'
import { RINGS } from './rings.ts'
import { SETS } from './sets.ts'

export const ALL_PIECES: readonly Piece[] = [...RINGS, ...NECKLACES, ...EARRINGS, ...BRACELETS, ...SETS]
