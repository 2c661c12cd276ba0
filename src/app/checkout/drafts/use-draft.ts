import { useEffect, useRef, useState, type RefObject } from 'react'

import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import type { Flash } from '#shared/shop-data.ts'

import { useHydrated } from '../../ui/hydration-mark.tsx'
import { keepDraft, readDraft, type Typed } from './drafts.ts'

interface Draft {
  formRef: RefObject<HTMLFormElement | null>
  /** Values that replace the cart's in the form. */
  typed: Typed | undefined
  /** Stores the form's current values. */
  keep: () => void
}

/** Fields that route the form; they are not typed values. */
const OWN_FIELDS = ['step', 'return_to', 'refused_to']

/**
 * Nothing typed is lost: a refused form comes back with the page, one that was left unsent from this tab. The form
 * stays the same element throughout: a new one would lose the focus of the shopper who is typing, and a click under
 * way.
 */
export function useDraft(step: CheckoutStep, flash: Flash | null): Draft {
  const formRef = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const refused = flash?.values?.['step'] === step ? flash.values : undefined
  const [typed, setTyped] = useState(() => refused ?? (isHydrated ? readDraft(step) : undefined))
  const wasRefused = refused !== undefined

  useEffect(() => {
    const form = formRef.current
    if (!form) return
    // The page's own markup knows no draft, and the shopper may have typed before the page was hydrated.
    if (isTouched(form)) return setTyped(typedIn(form))
    const draft = wasRefused ? undefined : readDraft(step)
    if (!draft) return
    fillIn(form, draft)
    setTyped((known) => known ?? draft)
  }, [step, wasRefused])

  return { formRef, typed, keep: () => formRef.current && keepDraft(step, typedIn(formRef.current)) }
}

export function typedIn(form: HTMLFormElement): Typed {
  const entries = [...new FormData(form)].filter(([name]) => !OWN_FIELDS.includes(name))
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
}

function fillIn(form: HTMLFormElement, typed: Typed): void {
  for (const control of form.elements) {
    const isText = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    if (!isText || control.type === 'hidden') continue
    const text = typed[control.name]
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = text !== undefined
    else if (control instanceof HTMLInputElement && control.type === 'radio') control.checked ||= control.value === text
    else if (text !== undefined) control.value = text
  }
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
