import { BackendError } from '#server/medusa/backend-error.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { asMessage, OperationError } from './carry-out.ts'

/** Money that went one way or the other. */
export interface Moved {
  paymentId: string
  /** Integer hundredths. */
  amount: number
  /** ISO 4217, upper case. */
  currency: string
}

export interface Movement {
  /** Such as `given back`. */
  done: string
  move: (part: Moved) => Promise<unknown>
  /** Asked where the answer is missing. @returns true where the books prove that the money went */
  hasMoved: (part: Moved) => Promise<boolean>
}

/** Some money went, then some did not, or no one knows: asking for all of it again would move it twice. */
export class HalfMovedError extends OperationError {
  override name = 'HalfMovedError'
  readonly moved: readonly Moved[]

  constructor(message: string, moved: readonly Moved[], cause: unknown) {
    super(message, { cause })
    this.moved = moved
  }
}

/**
 * Moves one part after the other, and stops at the first that fails.
 * @returns all of them
 * @throws what failed, where nothing has been moved; HalfMovedError where something has, or may have
 */
export async function moveMoney(parts: readonly Moved[], movement: Movement): Promise<Moved[]> {
  const moved: Moved[] = []
  for (const part of parts) {
    try {
      await movement.move(part)
    } catch (error) {
      const mayHave = error instanceof BackendError && error.mayHaveWorked
      const has = mayHave && (await movement.hasMoved(part).catch(() => false))
      if (mayHave && !has) throw unclear(part, moved, movement, error)
      if (!has) throw moved.length === 0 ? error : half(moved, movement, error)
    }
    moved.push(part)
  }
  return moved
}

function unclear(part: Moved, moved: readonly Moved[], { done }: Movement, cause: unknown): HalfMovedError {
  const before = moved.length === 0 ? '' : ` ${moved.map(nameOf).join(', ')} had been ${done} before.`
  const message = `${nameOf(part)} may have been ${done}; look at that payment before you ask again.`
  return new HalfMovedError(`${asMessage(cause)} ${message}${before}`, moved, cause)
}

function half(moved: readonly Moved[], { done }: Movement, cause: unknown): HalfMovedError {
  const names = moved.map(nameOf).join(', ')
  return new HalfMovedError(`Only ${names} could be ${done}; ask for the rest alone: ${asMessage(cause)}`, moved, cause)
}

function nameOf({ paymentId, amount, currency }: Moved): string {
  return `${formatMoney(amount, currency, 'en')} (${paymentId})`
}
