import { useSyncExternalStore } from 'react'

import type { ConsentChoice } from '#shared/privacy/consent.ts'

import { usePage } from '../routing/page-context.tsx'
import { followConsent, mayMeasure, readConsent } from './consent.ts'

/** What the visitor chose, here or in another tab. For what only ever runs in the browser. */
export function useChoice(): ConsentChoice | undefined {
  return useSyncExternalStore(followConsent, () => readConsent()?.choice)
}

/** Whether this visit may be measured now. For what only ever runs in the browser. */
export function useMayMeasure(): boolean {
  const { publicConfig } = usePage()
  return useSyncExternalStore(followConsent, () => mayMeasure(publicConfig))
}
