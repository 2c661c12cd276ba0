/** In mm. Fits on A4 and on Letter, within the margins of any printer. */
export const PRINTOUT = { width: 180, height: 236 } as const

export const PRINTOUT_LINE = 0.25

/** In mm. */
export type PrintoutShape =
  | { kind: 'text'; text: string; x: number; y: number; size: number; isCentered?: boolean; isUpright?: boolean }
  | { kind: 'circle'; x: number; y: number; radius: number }
  | { kind: 'card'; x: number; y: number; width: number; height: number; corner: number }
  | { kind: 'path'; d: string; line?: number; dashes?: readonly [number, number] }
