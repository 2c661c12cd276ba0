import { Trans } from '@lingui/react/macro'

interface CopiedLinkProps {
  link: string
  /** Undefined before the first try. A link that could not be copied is shown. */
  isCopied: boolean | undefined
  label: string
  /** Classes of the field with the link. */
  className?: string
}

export function CopiedLink({ link, isCopied, label, className = '' }: CopiedLinkProps) {
  return (
    <>
      <div role="status" className="text-sm text-quiet">
        {isCopied === undefined ? null : isCopied ? <Trans>Link copied.</Trans> : <Trans>Here’s the link:</Trans>}
      </div>
      {isCopied === false ? (
        <input
          readOnly
          value={link}
          aria-label={label}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={`min-h-11 w-full rounded-sm border border-edge bg-surface px-3 text-sm ${className}`}
        />
      ) : null}
    </>
  )
}
