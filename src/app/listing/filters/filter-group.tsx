import type { ChangeEvent, ReactNode } from 'react'

/** Classes of a choice: in the row of a finger, or closer together in the column beside a list. */
export const ROW = 'text-sm lg:min-h-8.5 lg:py-1 lg:[&>input]:size-5'

/** Classes of a choice that would show nothing: there, but quiet. */
export const EMPTY_ROW = `${ROW} text-quiet`

export type OnTick = (event: ChangeEvent<HTMLInputElement>) => void

/** One heading of the filters with its choices. */
export function FilterGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="border-line py-5 lg:py-4.5 not-first:border-t">
      <legend className="float-left mb-2 w-full text-sm font-semibold">{legend}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}
