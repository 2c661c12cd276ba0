import type { Box3, Vector3 } from 'three'

import type { Piece } from './piece.ts'

export const VIEWS = ['front', 'top', 'profile', 'back', 'close-up'] as const

export type ViewName = (typeof VIEWS)[number]

/** Where the camera is: angles in radians around the target, and the width of the picture at the target, in meters. */
export interface View {
  azimuth: number
  elevation: number
  span: number
  target: Vector3
}

type Angles = Record<ViewName, [azimuth: number, elevation: number]>

const STANDING: Angles = {
  front: [-32, 27],
  top: [-12, 76],
  profile: [0, 5],
  back: [148, 27],
  'close-up': [20, 46],
}
const BRACELET: Angles = {
  front: [8, 30],
  top: [0, 80],
  profile: [0, 8],
  back: [180, 26],
  'close-up': [14, 22],
}
const FACING: Angles = {
  front: [0, 8],
  top: [0, 62],
  profile: [78, 6],
  back: [180, 8],
  'close-up': [6, 12],
}

/** Whether the piece hangs or is laid with its stones facing the camera. Others stand on the table. */
export function isFacing(piece: Piece, whole: Box3): boolean {
  if (piece.category === 'necklaces') return true
  if (piece.category === 'sets') return !piece.isRing
  if (piece.category !== 'earrings') return false
  const stone = piece.stone()
  // The stones of hoops look outward, so they stand.
  return stone !== undefined && stone.radius > (whole.max.y - whole.min.y) / 12
}

export function viewOf(name: ViewName, piece: Piece): View {
  const whole = piece.whole()
  const facing = isFacing(piece, whole)
  const angles = facing ? FACING : piece.category === 'bracelets' ? BRACELET : STANDING
  const [azimuth, elevation] = angles[name].map((degrees) => (degrees * Math.PI) / 180) as [number, number]
  const stone = piece.stone()
  if (name === 'close-up' && stone)
    return { azimuth, elevation, target: stone.center.clone(), span: Math.max(0.007, stone.radius * 3.4) }
  const near = piece.near()
  // Of a necklace, the front. Its whole length is seen from further away.
  if (piece.category === 'necklaces' && stone && near.radius > 0.03)
    return { azimuth, elevation, target: stone.center.clone(), span: 0.05 }
  return { azimuth, elevation, target: near.center.clone(), span: near.radius * (name === 'close-up' ? 1 : 2.15) }
}
