/** The state of a navigation that changes what the shopper looks at, not where they are. */
export const STAY = { stay: true }

/** Whether a page that came by a link keeps the place on the page, and the keyboard where it is. */
export function stays(state: unknown): boolean {
  return (state as Partial<typeof STAY> | null)?.stay === true
}
