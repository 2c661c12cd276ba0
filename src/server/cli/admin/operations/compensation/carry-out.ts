import { BackendError } from '#server/medusa/backend-error.ts'

/** What an operator wished for and cannot have, or has only in part: `message` says what, and what to do. */
export class OperationError extends Error {
  override name = 'OperationError'
}

/** Something was begun, failed, and could not be taken back: an order is left with a request that is open. */
export class LeftOpenError extends OperationError {
  override name = 'LeftOpenError'
}

/** A step was asked for, and no one knows whether it was taken: what it would be taken back from may have happened. */
export class UnclearError extends OperationError {
  override name = 'UnclearError'
}

interface Saga<Begun, Result> {
  /** Such as `The claim of order order_1`. */
  name: string
  begin: () => Promise<Begun>
  /** What binds no one yet. */
  prepare?: (begun: Begun) => Promise<void>
  /** The one step that makes it count. */
  finish: (begun: Begun) => Promise<Result>
  takeBack: (begun: Begun) => Promise<unknown>
  /**
   * Asked where the answer to the last step is missing. @returns its result; undefined where it was not taken so far
   */
  look: (begun: Begun) => Promise<Result | undefined>
  /** Asked where the answer to the first step is missing. @returns what is open now, such as `claim claim_1` */
  findOpen?: () => Promise<string | undefined>
}

/**
 * Goes through with something that takes several calls. Where one is refused, what was begun is taken back, so that
 * the next try finds everything as it was.
 * @throws what failed; LeftOpenError where it could not be taken back; UnclearError where it may have been done
 */
export async function carryOut<Begun, Result>(undertaking: Saga<Begun, Result>): Promise<Result> {
  const { name, begin, prepare, finish } = undertaking
  const begun = await begin().catch(async (error: unknown) => {
    if (!mayHaveWorked(error)) throw error
    const open = await undertaking.findOpen?.().catch(() => undefined)
    const advice = open ? `${open} is open now: go on with it, or cancel it.` : 'look for it before you ask again.'
    throw new UnclearError(`${asMessage(error)} ${name} may have been begun all the same; ${advice}`, { cause: error })
  })
  try {
    await prepare?.(begun)
  } catch (error) {
    throw await takenBack(undertaking, begun, error)
  }
  try {
    return await finish(begun)
  } catch (error) {
    if (!mayHaveWorked(error)) throw await takenBack(undertaking, begun, error)
    const result = await undertaking.look(begun).catch(() => undefined)
    if (result !== undefined) return result
    if (hasEnded(error)) throw await takenBack(undertaking, begun, error)
    const message = `${name} may have gone through all the same, and was not taken back; look at it before you ask again.`
    throw new UnclearError(`${asMessage(error)} ${message}`, { cause: error })
  }
}

function mayHaveWorked(error: unknown): boolean {
  return error instanceof BackendError && error.mayHaveWorked
}

/** The backend itself says that it failed; anyone who stands before it may speak while it goes on. */
function hasEnded(error: unknown): boolean {
  return error instanceof BackendError && error.status === 500
}

/** @returns what there is to be told */
async function takenBack<Begun>(
  { name, takeBack }: Pick<Saga<Begun, unknown>, 'name' | 'takeBack'>,
  begun: Begun,
  error: unknown,
): Promise<unknown> {
  try {
    await takeBack(begun)
    return error
  } catch (late) {
    const is = mayHaveWorked(late) ? 'may still be' : 'is still'
    const message = `${name} ${is} open, since it could not be taken back: ${asMessage(late)}`
    return new LeftOpenError(`${asMessage(error)} ${message}`, { cause: error })
  }
}

/** What an error says, ended as a sentence. */
export function asMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(message) ? message : `${message}.`
}
