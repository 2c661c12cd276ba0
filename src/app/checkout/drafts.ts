import { useEffect, useRef, useState } from 'react'

import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import type { Flash } from '#shared/shop-data.ts'

import { createSafeStorage } from '../routing/safe-storage.ts'
import { useHydrated } from '../ui/hydration-mark.tsx'

/** Field name -> value, as a form submits it. An unchecked box is absent. */
export type FormValues = Record<string, string>

type Drafts = Partial<Record<CheckoutStep, FormValues>>

const KEY = 'checkout'
/** Hidden fields that are not part of a draft. */
const CONTROL_FIELDS = ['step', 'return_to', 'refused_to']

const storage = createSafeStorage(() => sessionStorage)

/**
 * Restores typed values: those of a rejected form from the flash message, those of an unsent form from this tab's
 * `sessionStorage`. The form element is not replaced, because a new element would lose the focus and a click in
 * progress.
 */
export function useDraft(step: CheckoutStep, flash: Flash | null) {
  const formRef = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const rejected = flash?.values?.['step'] === step ? flash.values : undefined
  const [typed, setTyped] = useState(() => rejected ?? (isHydrated ? readDrafts()[step] : undefined))
  const wasRejected = rejected !== undefined

  useEffect(() => {
    const form = formRef.current
    if (!form) return
    // The server's markup contains no draft. The shopper may have typed before hydration, and going back restores some
    // of the fields only: those keep their values.
    const touched = touchedNames(form)
    const draft = wasRejected ? undefined : readDrafts()[step]
    if (draft) fillIn(form, draft, touched)
    // The form of the draft's country may have other fields.
    const others = Object.entries(draft ?? {}).filter(([name]) => form.elements.namedItem(name) === null)
    if (touched.size > 0) setTyped({ ...Object.fromEntries(others), ...valuesOf(form) })
    else if (draft) setTyped((known) => known ?? draft)
  }, [step, wasRejected])

  return {
    formRef /** Values that the form shows instead of the cart's values; undefined if there are none. */,
    typed,
    save: () => formRef.current && saveDraft(step, valuesOf(formRef.current)),
  }
}

/** Call it after the step is saved to the cart. */
export function dropDraft(step: CheckoutStep): void {
  const { [step]: _, ...others } = readDrafts()
  if (Object.keys(others).length > 0) storage.set(KEY, JSON.stringify(others))
  else storage.remove(KEY)
}

/** Call it after the order is placed. */
export function dropDrafts(): void {
  storage.remove(KEY)
}

function saveDraft(step: CheckoutStep, values: FormValues): void {
  storage.set(KEY, JSON.stringify({ ...readDrafts(), [step]: values }))
}

function readDrafts(): Drafts {
  try {
    return JSON.parse(storage.get(KEY) ?? '{}') as Drafts
  } catch {
    return {}
  }
}

function valuesOf(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)].filter(([name]) => !CONTROL_FIELDS.includes(name))
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
}

function fillIn(form: HTMLFormElement, values: FormValues, except: ReadonlySet<string>): void {
  for (const control of form.elements) {
    if (!isField(control) || control.type === 'hidden' || except.has(control.name)) continue
    const text = values[control.name]
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = text !== undefined
    else if (control instanceof HTMLInputElement && control.type === 'radio') control.checked ||= control.value === text
    else if (text !== undefined) control.value = text
  }
}

/** Returns the names of the fields whose value is not that of the server's markup. */
function touchedNames(form: HTMLFormElement): Set<string> {
  return new Set(
    [...form.elements]
      .filter(isField)
      .filter(isTouched)
      .map(({ name }) => name),
  )
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isField(control: Element): control is Field {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
  )
}

function isTouched(control: Field): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some(
      ({ selected, defaultSelected, value }) => selected && !defaultSelected && value !== '',
    )
  }
  if (control.type === 'hidden') return false
  return control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}
