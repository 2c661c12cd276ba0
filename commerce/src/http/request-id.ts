import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string | undefined>()

/** Runs work that belongs to a request: everything that it causes in this process knows the id of the request. */
export function withRequestId(id: string | undefined, work: () => void): void {
  requestIds.run(id, work)
}

/** Returns the id of the request that caused the current work, which the storefront's log names too. */
export function requestId(): string | undefined {
  return requestIds.getStore()
}
