/** Millimetres: fits on A4 and on Letter, within the margins of any printer. */
export const PRINTOUT = { width: 180, height: 200 } as const

/** How wide a line is where its shape says nothing. Millimetres. */
export const PRINTOUT_LINE = 0.25

/** What stands on the sheet that measures rings and fingers on paper; every length is in millimetres. */
export type PrintoutShape =
  | { kind: 'text'; text: string; x: number; y: number; size: number; isCentered?: boolean; isUpright?: boolean }
  | { kind: 'circle'; x: number; y: number; radius: number }
  | { kind: 'card'; x: number; y: number; width: number; height: number; corner: number }
  /** `d` as in SVG. */
  | { kind: 'path'; d: string; line?: number; dashes?: readonly [number, number] }
