import type { LineItem } from './cart.ts'

export const DEFAULT_VARIANT_TITLE = 'Default variant'

const LENGTH = /^\d.*\p{L}$/u

/** `White gold`, `Size 6`, `Stone color: Blue`, `45 cm`. A variant whose options are unknown is shown by its title. */
export function choiceOf(
  { variant_title: title, color, size, options }: Pick<LineItem, 'variant_title' | 'color' | 'size' | 'options'>,
  nameSize: (size: string) => string,
): string[] {
  const sized = size && !LENGTH.test(size) ? nameSize(size) : size
  const named = [color, sized, ...options].flatMap((part) => part || [])
  return named.length > 0 || title === DEFAULT_VARIANT_TITLE ? named : [title].filter(Boolean)
}
