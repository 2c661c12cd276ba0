import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { charactersOf, checkEngraving, engravableIn, normalizeEngraving } from '#shared/product/engraving.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { FoldIcon } from '../../ui/accordion.tsx'
import { TextField } from '../../ui/field.tsx'
import { BandPreview } from './band-preview.tsx'

export interface EngravingProps {
  id: string
  form: string
  /** The number of characters that can be engraved. */
  most: number
  metal: string | undefined
}

/** The field's attribute `data-text` is the normalized text. A text that cannot be engraved makes the field invalid. */
export function Engraving({ id, form, most, metal }: EngravingProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const details = useRef<HTMLDetailsElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [start] = useState(() => readField(id))
  const [typed, setTyped] = useState(start.text)
  const text = normalizeEngraving(typed)
  const count = charactersOf(text).length
  const error = useError(text, most)

  useEffect(() => field.current?.setCustomValidity(error ?? ''), [error])
  // In the same task that replaces the field, or what the shopper types in between would be lost.
  useLayoutEffect(() => {
    if (start.caret === null) return
    field.current?.focus()
    field.current?.setSelectionRange(start.caret, start.caret)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the component replaces the server's HTML
  }, [])

  return (
    <details ref={details} open={start.isOpen} className="border-y border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 text-sm">
        <span className="min-w-0 break-words">
          <span className="font-semibold">
            {error ? (
              <Trans>Engraving: please check your text</Trans>
            ) : text ? (
              <Trans>Engraving: {text}</Trans>
            ) : (
              <Trans>Add engraving</Trans>
            )}
          </span>{' '}
          {text ? null : (
            <span className="text-quiet">
              <Trans>inside the band, free</Trans>
            </span>
          )}
        </span>
        <FoldIcon />
      </summary>
      <div className="pb-5">
        <BandPreview text={engravableIn(text)} placeholder={t`Your words`} metal={metal} />
        <TextField
          ref={field}
          id={id}
          form={form}
          name="engraving"
          label={t`Engraving`}
          isOptional
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onInvalid={() => {
            if (details.current) details.current.open = true
            field.current?.focus()
          }}
          data-text={text}
          error={error}
          className="mt-4"
        />
        <p className={`mt-1.5 text-sm ${count > most ? 'text-error' : 'text-quiet'}`}>
          <Trans>
            Characters: {count} of {most}
          </Trans>
        </p>
        <p className="mt-3 text-sm text-quiet">
          <Trans>
            An engraved piece is made to your order, so it can’t be returned unless it’s faulty: by law, the right of
            withdrawal doesn’t apply to it.{' '}
            <a href={to('/policies/return-policy')} className="quiet-link">
              How returns work
            </a>
          </Trans>
        </p>
      </div>
    </details>
  )
}

/** Reads what the shopper did before the script was loaded. The caret is null if the field has no focus. */
function readField(id: string): { text: string; isOpen: boolean; caret: number | null } {
  const field = import.meta.env.SSR ? null : (document.getElementById(id) as HTMLInputElement | null)
  return {
    text: field?.value ?? '',
    isOpen: field?.closest('details')?.open ?? false,
    caret: field !== null && field === document.activeElement ? field.selectionStart : null,
  }
}

function useError(text: string, most: number): string | undefined {
  const { t, i18n } = useLingui()
  const problem = checkEngraving(text, most)
  if (problem?.code === 'refused') {
    const characters = new Intl.ListFormat(i18n.locale).format(problem.characters)
    return t`We can’t engrave ${characters}. Please use letters, digits and common punctuation.`
  }
  return problem ? t`That’s too long for this band. Please shorten it.` : undefined
}
