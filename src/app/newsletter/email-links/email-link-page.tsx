import type { ReactNode } from 'react'

import { usePage } from '../../routing/page-context.tsx'

interface EmailLinkPageProps {
  address?: string
  title: string
  children: ReactNode
}

export function EmailLinkPage({ address, title, children }: EmailLinkPageProps) {
  return (
    <div className="page-width py-16 md:py-28">
      <div className="mx-auto max-w-140">
        {address ? <p className="text-sm break-words text-gold">{address}</p> : null}
        <h1 className="display mt-2 text-3xl md:text-4xl">{title}</h1>
        <div className="mt-5 flex flex-col gap-5">{children}</div>
      </div>
    </div>
  )
}

interface EmailLinkFormProps {
  action: string
  token: string
  fields?: Record<string, string>
  className?: string
  children: ReactNode
}

/** Works without JavaScript. The token proves that the visitor has received the email. */
export function EmailLinkForm({ action, token, fields = {}, className, children }: EmailLinkFormProps) {
  const { locale } = usePage()
  return (
    <form action={`${action}?lang=${locale}`} method="post" className={className}>
      {Object.entries({ token, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
