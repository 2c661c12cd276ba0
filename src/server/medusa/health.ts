import { BackendError } from './backend-error.ts'

export interface Health {
  /** Runs an attempt and remembers whether the backend was there. */
  watch<T>(attempt: () => Promise<T>): Promise<T>
  state(): { status: 'up' | 'down' | 'unknown'; since: string | null }
}

/** Remembers what the last attempts said about the backend. */
export function createHealth(): Health {
  let status: 'up' | 'down' | 'unknown' = 'unknown'
  let since: string | null = null

  const note = (next: 'up' | 'down'): void => {
    if (next === status) return
    status = next
    since = new Date().toISOString()
  }

  return {
    state: () => ({ status, since }),
    async watch(attempt) {
      try {
        const value = await attempt()
        note('up')
        return value
      } catch (error) {
        if (error instanceof BackendError && error.type !== 'aborted') note(error.isFault ? 'down' : 'up')
        throw error
      }
    },
  }
}
