import { useEffect, useRef, useState, type RefObject } from 'react'

import type { Flash } from '#shared/api/shop-data.ts'
import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'

import { useHydrated } from '../../ui/use-hydrated.ts'
import { keepDraft, readDraft, type Typed } from './drafts.ts'

interface Draft {
  formRef: RefObject<HTMLFormElement | null>
  /** What the form begins with instead of what the shop has. */
  typed: Typed | undefined
  /** Of the form: another one begins anew, with what was typed. */
  key: string
  /** Keeps what the form holds now. */
  keep: () => void
}

/** Says where the form came from and where it goes: nothing that was typed. */
const OWN_FIELDS = ['step', 'return_to', 'refused_to']

/** Nothing typed is lost: a refused form comes back with the page, one that was left unsent from this tab. */
export function useDraft(step: CheckoutStep, flash: Flash | null): Draft {
  const formRef = useRef<HTMLFormElement>(null)
  const isAwake = useHydrated()
  const refused = flash?.values?.['step'] === step ? flash.values : undefined
  const [typed, setTyped] = useState(() => refused ?? (isAwake ? readDraft(step) : undefined))

  useEffect(() => {
    // The page's own markup knows no draft, and somebody may have typed before it was awake.
    const form = formRef.current
    const found = form && isTouched(form) ? typedIn(form) : readDraft(step)
    if (!refused && found) setTyped((known) => known ?? found)
  }, [step, refused])

  return {
    formRef,
    typed,
    key: typed === undefined ? 'saved' : 'typed',
    keep: () => formRef.current && keepDraft(step, typedIn(formRef.current)),
  }
}

export function typedIn(form: HTMLFormElement): Typed {
  const entries = [...new FormData(form)].filter(([name]) => !OWN_FIELDS.includes(name))
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
}

function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement) {
      return [...control.options].some(({ selected, defaultSelected }) => selected && !defaultSelected && control.value)
    }
    if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false
    return control.type === 'checkbox' || control.type === 'radio'
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue
  })
}
