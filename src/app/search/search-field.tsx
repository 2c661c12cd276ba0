import type { ComponentProps, ReactNode } from 'react'

import { LONGEST_QUERY } from '#shared/search/longest-query.ts'

import { SearchIcon } from '../ui/icons.tsx'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string
  /** Inside the field, at its end. */
  end?: ReactNode
}

export function SearchField({ label, end, ...input }: SearchFieldProps) {
  return (
    <div className="relative min-w-[min(11rem,100%)] grow basis-0">
      <SearchIcon className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-quiet" />
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        maxLength={LONGEST_QUERY}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...input}
        className="block min-h-12 w-full rounded-sm border border-edge bg-surface pr-12 pl-11 text-base text-ink transition-colors placeholder:text-quiet hover:border-ink [&::-webkit-search-cancel-button]:hidden"
      />
      {end}
    </div>
  )
}
