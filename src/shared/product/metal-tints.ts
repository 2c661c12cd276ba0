/**
 * By the code of the metal, in the order in which metals are listed: its linear reflectance of red, green and blue at
 * right angles, as in the photographs.
 */
export const METAL_TINTS = {
  silver: [0.94, 0.935, 0.92],
  'yellow-gold': [0.95, 0.71, 0.36],
  'white-gold': [0.86, 0.855, 0.845],
  'rose-gold': [0.93, 0.655, 0.52],
  platinum: [0.8, 0.81, 0.825],
} as const

export type Metal = keyof typeof METAL_TINTS

export function isMetal(code: string | undefined): code is Metal {
  return code !== undefined && Object.hasOwn(METAL_TINTS, code)
}
