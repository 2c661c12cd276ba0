import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'

import { createSafeStorage } from '../../routing/safe-storage.ts'

/** Field name -> text, as a form would send them: a box that is not ticked is not there. */
export type Typed = Record<string, string>

type Drafts = Partial<Record<CheckoutStep, Typed>>

const KEY = 'checkout'
const storage = createSafeStorage(() => sessionStorage)

/** What was typed into a step's form in this tab and not sent yet, in any locale. */
export function readDraft(step: CheckoutStep): Typed | undefined {
  return readDrafts()[step]
}

export function keepDraft(step: CheckoutStep, typed: Typed): void {
  storage.set(KEY, JSON.stringify({ ...readDrafts(), [step]: typed }))
}

/** The shop has it now. */
export function dropDraft(step: CheckoutStep): void {
  const { [step]: _, ...others } = readDrafts()
  if (Object.keys(others).length > 0) storage.set(KEY, JSON.stringify(others))
  else storage.remove(KEY)
}

/** The order is placed. */
export function dropDrafts(): void {
  storage.remove(KEY)
}

function readDrafts(): Drafts {
  try {
    return (JSON.parse(storage.get(KEY) ?? '{}') ?? {}) as Drafts
  } catch {
    return {}
  }
}
