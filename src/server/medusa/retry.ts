import { setTimeout as sleep } from 'node:timers/promises'

import { BackendError } from './backend-error.ts'

const RETRIED_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504]
const RETRIED_METHODS = ['GET', 'HEAD']
const PAUSE_MS = { min: 100, max: 500 }
/** A backend that asks for a longer pause gets none of our waiting: the caller learns at once. */
export const LONGEST_RETRY_AFTER_MS = 2000

/**
 * Runs an attempt, and once more where a read failed in a way that may pass. Writes are never repeated.
 * @throws what the last attempt threw
 */
export async function withRetry<T>(
  method: string,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof BackendError) || !RETRIED_METHODS.includes(method) || !mayPass(error)) throw error
    await sleep(pauseBefore(error), undefined, signal ? { signal } : {}).catch(() => {
      throw error
    })
    return await attempt().catch((second: unknown) => {
      // "Paused" would hide what really happened a moment ago.
      throw second instanceof BackendError && second.type === 'circuit_open' ? error : second
    })
  }
}

function mayPass(error: BackendError): boolean {
  if ((error.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false
  if (error.status === undefined) return error.type === 'connection' || error.code === 'connect_timeout'
  return RETRIED_STATUSES.includes(error.status)
}

function pauseBefore(error: BackendError): number {
  const jitter = PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min)
  return Math.max(jitter, error.retryAfterMs ?? 0)
}
