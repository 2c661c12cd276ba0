import type { ReactNode } from 'react'

import { usePage } from '../../routing/page-context.tsx'

interface EmailLinkFormProps {
  action: string
  token: string
  /** What is said by pressing its button, beside what is chosen. */
  note?: Record<string, string>
  className?: string
  children: ReactNode
}

/** A form that needs no script; by its token it shows that anyone who sends it holds the email. */
export function EmailLinkForm({ action, token, note = {}, className, children }: EmailLinkFormProps) {
  const { locale } = usePage()
  return (
    <form action={`${action}?lang=${locale}`} method="post" className={className}>
      {Object.entries({ token, ...note }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
