import type { ReactNode } from 'react'

import { Icon } from './icons.tsx'

interface AccordionProps {
  title: string
  /** Id of the content. A link to it opens the element. */
  id?: string
  open?: boolean
  children: ReactNode
}

/** A native `<details>` also opens when the browser's find in page finds text in it. */
export function Accordion({ title, id, open = false, children }: AccordionProps) {
  return (
    <details className="border-b border-line" open={open}>
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-base font-medium wrap-anywhere">
        {title}
        <FoldIcon />
      </summary>
      <div id={id} className="max-w-words scroll-mt-40 pb-6 text-sm leading-6 text-quiet">
        {children}
      </div>
    </details>
  )
}

export function FoldIcon() {
  return (
    <Icon className="size-5 shrink-0 text-quiet">
      <path d="M5 12h14" />
      <path d="M12 5v14" className="origin-center transition-transform duration-200 [[open]>summary_&]:scale-y-0" />
    </Icon>
  )
}
