import { AsyncLocalStorage } from 'node:async_hooks'

/** Everything that a request causes in this process knows its id. */
export const requestIds = new AsyncLocalStorage<string | undefined>()
