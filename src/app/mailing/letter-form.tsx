import type { ReactNode } from 'react'

import { usePage } from '../routing/page-context.tsx'

interface LetterFormProps {
  action: string
  token: string
  /** What is said by pressing its button, beside what is chosen. */
  says?: Record<string, string>
  className?: string
  children: ReactNode
}

/** A form that needs no script; by its token it shows that whoever sends it holds the letter. */
export function LetterForm({ action, token, says = {}, className, children }: LetterFormProps) {
  const { locale } = usePage()
  return (
    <form action={`${action}?lang=${locale}`} method="post" className={className}>
      {Object.entries({ token, ...says }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
