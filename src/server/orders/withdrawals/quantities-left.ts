import type { LineBooks } from './order-books.ts'
import type { KnownWithdrawal } from './withdrawals-queries.ts'

/**
 * Includes what is declared but not processed. Staff who refund manually may leave the item in the backend's records;
 * what they have processed still counts as gone, and only once. `known` has the oldest first.
 */
export function countHeld(
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

export function countOpen(id: string, known: readonly Pick<KnownWithdrawal, 'open_lines'>[]): number {
  return sumOf(known, 'open_lines', id)
}

function sumOf<Of extends 'lines' | 'open_lines'>(
  known: readonly Pick<KnownWithdrawal, Of>[],
  of: Of,
  id: string,
): number {
  return known
    .flatMap((withdrawal) => withdrawal[of])
    .reduce((sum, line) => (line.id === id ? sum + line.quantity : sum), 0)
}
