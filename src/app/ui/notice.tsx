import type { ReactNode } from 'react'

interface NoticeProps {
  tone?: 'plain' | 'error'
  className?: string
  children: ReactNode
}

const TONES = { plain: 'border-edge', error: 'border-error text-error' }

/** For a message that needs attention now. Screen readers announce it. */
export function Notice({ tone = 'plain', className = '', children }: NoticeProps) {
  return (
    <p role="alert" className={`rounded-sm border bg-surface px-4 py-3 text-sm ${TONES[tone]} ${className}`}>
      {children}
    </p>
  )
}
