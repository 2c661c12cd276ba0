/** Dotted name of a field -> its line in the file, from 1. */
export type FieldLines = ReadonlyMap<string, number>

/** A text as data, or why it is none. */
export type Reading =
  | { value: Record<string, unknown> | unknown[]; lines?: FieldLines }
  | { fault: { line: number; message: string } }
