import { BackendError } from '#server/medusa/backend-error.ts'

/**
 * An operation that was refused or is only partly done. `message` explains to the operator what happened and what to
 * do.
 */
export class OperationError extends Error {
  override name = 'OperationError'
}

/** A failed operation that could not be rolled back: the order is left with an open request. */
export class RollbackFailedError extends OperationError {
  override name = 'RollbackFailedError'
}

/** The backend did not respond to a step that may have worked, so nothing was rolled back. */
export class UnknownOutcomeError extends OperationError {
  override name = 'UnknownOutcomeError'
}

export interface Saga<Begun, Result> {
  /** For example `The claim of order order_1`. */
  name: string
  begin: () => Promise<Begun>
  /** Steps that can still be rolled back without consequences. */
  prepare?: (begun: Begun) => Promise<void>
  /** The one step that commits the operation. */
  finish: (begun: Begun) => Promise<Result>
  rollBack: (begun: Begun) => Promise<unknown>
  /**
   * Called when the response to `finish` is lost.
   * @returns the result; undefined if the step has not taken effect
   */
  findResult: (begun: Begun) => Promise<Result | undefined>
  /**
   * Called when the response to `begin` is lost.
   * @returns the request that is now open, such as `claim claim_1`
   */
  findOpen?: () => Promise<string | undefined>
}

/**
 * Runs an operation of several calls. If a step is rejected, the previous steps are rolled back, so that a retry finds
 * the order unchanged.
 * @throws the original error; RollbackFailedError if the rollback failed; UnknownOutcomeError if a step may have worked
 */
export async function runSaga<Begun, Result>(saga: Saga<Begun, Result>): Promise<Result> {
  const { name, begin, prepare, finish } = saga
  const begun = await begin().catch(async (error: unknown) => {
    if (!mayHaveWorked(error)) throw error
    const open = await saga.findOpen?.().catch(() => undefined)
    const advice = open ? `${open} is open now: go on with it, or cancel it.` : 'look for it before you ask again.'
    const message = `${asMessage(error)} ${name} may have been begun all the same; ${advice}`
    throw new UnknownOutcomeError(message, { cause: error })
  })
  try {
    await prepare?.(begun)
  } catch (error) {
    throw await rollBack(saga, begun, error)
  }
  try {
    return await finish(begun)
  } catch (error) {
    if (!mayHaveWorked(error)) throw await rollBack(saga, begun, error)
    const result = await saga.findResult(begun).catch(() => undefined)
    if (result !== undefined) return result
    if (hasEnded(error)) throw await rollBack(saga, begun, error)
    const message = `${name} may have gone through all the same, and was not taken back; look at it before you ask again.`
    throw new UnknownOutcomeError(`${asMessage(error)} ${message}`, { cause: error })
  }
}

function mayHaveWorked(error: unknown): boolean {
  return error instanceof BackendError && error.mayHaveWorked
}

/** A 500 comes from the backend itself. Other errors may come from a proxy while the backend still works. */
function hasEnded(error: unknown): boolean {
  return error instanceof BackendError && error.status === 500
}

/** @returns the error to throw */
async function rollBack<Begun>(
  saga: Pick<Saga<Begun, unknown>, 'name' | 'rollBack'>,
  begun: Begun,
  error: unknown,
): Promise<unknown> {
  try {
    await saga.rollBack(begun)
    return error
  } catch (rollbackError) {
    const is = mayHaveWorked(rollbackError) ? 'may still be' : 'is still'
    const message = `${saga.name} ${is} open, since it could not be taken back: ${asMessage(rollbackError)}`
    return new RollbackFailedError(`${asMessage(error)} ${message}`, { cause: error })
  }
}

/** Returns the message of an error on one line, with a period at its end. */
export function asMessage(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim()
  return /[.!?]$/.test(message) ? message : `${message}.`
}
