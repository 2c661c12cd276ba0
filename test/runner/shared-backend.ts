import { SHARED_COMMERCE, startTestCommerce } from '#test/support/commerce.ts'

import type { Step, StepOptions } from './steps.ts'

/**
 * Installs the commerce backend and seeds the sample shop, where that was not done before, and starts one for all test
 * files that leave the shop as it is; those that do not copy the seeded one.
 */
export function sharedBackend({ env, signal }: StepOptions): Step {
  let stop: (() => Promise<void>) | undefined
  return {
    name: 'commerce backend and sample shop',
    isNeeded: true,
    async run() {
      const commerce = await startTestCommerce({ name: 'shared', signal })
      stop = commerce.stop
      env[SHARED_COMMERCE] = JSON.stringify(commerce)
      return true
    },
    stop: async () => stop?.(),
  }
}
