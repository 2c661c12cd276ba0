import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'

export type ButtonLook = 'solid' | 'outline' | 'quiet'

const BASE =
  'busy-dots inline-flex min-h-12 items-center justify-center gap-2 rounded-sm text-sm font-semibold transition-colors duration-200 disabled:opacity-55'

const LOOKS: Record<ButtonLook, string> = {
  // The transparent border becomes visible in forced colors mode.
  solid: 'border border-transparent bg-ink px-7 text-paper hover:bg-ink/88',
  outline: 'border px-7 border-edge text-ink hover:border-ink',
  quiet: 'text-ink hover:text-gold',
}

export function buttonClass(look: ButtonLook = 'solid', className = ''): string {
  return `${BASE} ${LOOKS[look]} ${className}`
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /**
   * A busy button keeps its place and name, ignores clicks, and announces that it is busy. A button that may become
   * busy passes `false` before, so that screen readers observe it.
   */
  busy?: boolean
}

export function Button({ look = 'solid', busy, className = '', type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <>
      <button
        {...rest}
        type={type}
        className={buttonClass(look, className)}
        aria-busy={busy || undefined}
        onClick={busy ? (event) => event.preventDefault() : onClick}
      />
      {busy === undefined ? null : (
        <span role="status" className="sr-only">
          {busy ? <Trans>One moment…</Trans> : null}
        </span>
      )}
    </>
  )
}

interface ButtonLinkProps extends ComponentProps<'a'> {
  href: string
  look?: ButtonLook
}

export function ButtonLink({ look = 'solid', className = '', ...rest }: ButtonLinkProps) {
  return <a {...rest} className={buttonClass(look, className)} />
}
