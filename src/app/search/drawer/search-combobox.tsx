import { useLingui } from '@lingui/react/macro'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

import { useLocalePath } from '../../routing/page-context.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { closeOverlay } from '../../ui/overlays/modal-dialog.ts'
import { markCharacters } from '../mark-terms.ts'
import { Marked } from '../marked.tsx'
import { SearchField } from '../search-field.tsx'
import { searchPath } from '../search-path.ts'
import { recentSearches } from '../use-recent-searches.ts'
import { useSearchForm } from '../use-search-form.ts'

interface SearchComboboxProps {
  input: RefObject<HTMLInputElement | null>
  text: string
  onType: (text: string) => void
  suggestions: readonly string[]
  onShow: (isShown: boolean) => void
  /** Whether Esc closes or clears something in this component. */
  isOpen: boolean
}

/**
 * The arrow keys move through the suggestions while the focus remains in the field. Suggestions are links, and a click
 * or Enter follows the active one.
 */
export function SearchCombobox({ input, text, onType, suggestions, onShow, isOpen }: SearchComboboxProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onSubmit = useSearchForm()
  const [active, setActive] = useState<string>()
  const place = active === undefined ? -1 : suggestions.indexOf(active)

  const linkAt = (index: number) => list.current?.children[index] as HTMLElement | undefined

  function activate(index: number) {
    setActive(suggestions[index])
    linkAt(index)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys that confirm a character in an input method (IME) are ignored.
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (suggestions.length === 0) return onShow(true)
      // After either end of the suggestions, the field is active again.
      const stops = suggestions.length + 1
      activate(((place + (key === 'ArrowDown' ? 2 : stops)) % stops) - 1)
    } else if (key === 'Enter' && place >= 0) {
      event.preventDefault()
      linkAt(place)?.click()
    } else if (key === 'Escape' && isOpen && suggestions.length > 0) {
      // Prevents the drawer from closing. Only the next Esc closes it.
      event.preventDefault()
      setActive(undefined)
      onShow(false)
    } else if (key === 'Escape' && text === '') {
      // Prevents WebKit from clearing its native search field.
      event.preventDefault()
      closeOverlay()
    } else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) {
      setActive(undefined)
    }
  }

  function onChange(typed: string) {
    setActive(undefined)
    onShow(true)
    onType(typed)
  }

  return (
    <form role="search" action={to('/search')} method="get" onSubmit={onSubmit}>
      <SearchField
        ref={input}
        label={t`What are you looking for?`}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={place >= 0 ? `${id}-${place}` : undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onClick={() => onShow(true)}
        end={
          text === '' ? null : (
            <button
              type="button"
              aria-label={t`Clear search`}
              onClick={() => {
                onChange('')
                input.current?.focus()
              }}
              className="absolute top-0.5 right-0.5 flex size-11 items-center justify-center text-quiet transition-colors hover:text-ink"
            >
              <CloseIcon className="size-4" />
            </button>
          )
        }
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t`Suggestions`}
        hidden={suggestions.length === 0}
        className="mt-4"
      >
        {suggestions.map((suggestion, index) => (
          <a
            key={suggestion}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === place}
            tabIndex={-1}
            href={to(searchPath(suggestion))}
            // Prevents the field from losing the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => recentSearches.add(suggestion)}
            className="-mx-3 flex min-h-11 items-center border-l-2 border-transparent px-3 py-2 break-words hover:bg-surface aria-selected:border-ink aria-selected:bg-surface"
          >
            <span className="min-w-0">
              <Marked parts={markCharacters(suggestion, text)} />
            </span>
          </a>
        ))}
      </div>
    </form>
  )
}
