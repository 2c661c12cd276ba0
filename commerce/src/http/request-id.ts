import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string | undefined>()

/** Everything that `work` causes in this process knows the id of the request. */
export function withRequestId(id: string | undefined, work: () => void): void {
  requestIds.run(id, work)
}

export function requestId(): string | undefined {
  return requestIds.getStore()
}
