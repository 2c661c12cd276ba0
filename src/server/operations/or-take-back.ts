import { OperationError } from './operation-error.ts'

/** Something was begun, failed, and could not be taken back: an order is left with a request that is open. */
export class LeftOpenError extends OperationError {
  override name = 'LeftOpenError'
}

/**
 * Goes on with what was begun; where that fails, takes it back, so that the next try finds the order as it was.
 * @throws what failed; LeftOpenError where it could not be taken back
 */
export async function orTakeBack<Result>(
  goOn: () => Promise<Result>,
  begun: { name: string; takeBack: () => Promise<unknown> },
): Promise<Result> {
  try {
    return await goOn()
  } catch (error) {
    await begun.takeBack().catch((late: unknown) => {
      throw new LeftOpenError(
        `${sentence(error)} ${begun.name} is still open, since it could not be taken back: ${sentence(late)}`,
        { cause: error },
      )
    })
    throw error
  }
}

function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(message) ? message : `${message}.`
}
