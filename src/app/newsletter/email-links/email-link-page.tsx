import type { ReactNode } from 'react'

interface EmailLinkPageProps {
  /** Whose emails it is about. */
  address?: string | undefined
  title: string
  children: ReactNode
}

/** What a link in an email leads to: one thing, said in the middle of a quiet page. */
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
