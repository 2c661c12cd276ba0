import type { LineBooks } from './order-books.ts'
import type { KnownWithdrawal } from './withdrawals-queries.ts'

/**
 * How many of a line its shopper still keeps, but for what was declared and no one has seen to yet. Staff who give
 * money back may leave the product in the books: what they have seen to is gone all the same, and counts once.
 * @param known what was declared of the order, oldest first
 */
export function stillHeld(
  { id, quantity, back }: Pick<LineBooks, 'id' | 'quantity' | 'back'>,
  known: readonly Pick<KnownWithdrawal, 'lines' | 'open_lines' | 'closed_lines'>[],
): number {
  const inBooks = quantity - back
  for (const [at, { closed_lines }] of known.entries()) {
    const closed = closed_lines.find((line) => line.id === id)
    if (closed?.kept === undefined) continue
    const later = known.slice(at + 1)
    const seenTo = sumOf(later, 'lines', id) - sumOf(later, 'open_lines', id)
    return Math.max(0, Math.min(inBooks, closed.kept - closed.quantity - seenTo))
  }
  return inBooks
}

/** How many of a line are declared, and not seen to. */
export function stillOpen(id: string, known: readonly Pick<KnownWithdrawal, 'open_lines'>[]): number {
  return sumOf(known, 'open_lines', id)
}

function sumOf<Of extends 'lines' | 'open_lines'>(
  known: readonly Pick<KnownWithdrawal, Of>[],
  of: Of,
  id: string,
): number {
  return known.flatMap((one) => one[of]).reduce((sum, line) => (line.id === id ? sum + line.quantity : sum), 0)
}
