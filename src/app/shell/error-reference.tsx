import { Trans } from '@lingui/react/macro'

interface ErrorReferenceProps {
  /** A server error has the id of its request in the log as its `data`. */
  error: unknown
}

/** The reference that a shopper quotes to the shop's staff, who find the error in the log by it. */
export function ErrorReference({ error }: ErrorReferenceProps) {
  const { data: id } = (error ?? {}) as { data?: unknown }
  if (typeof id !== 'string') return null
  return (
    <p className="mt-4 text-sm text-quiet">
      <Trans>
        If you write to us, please quote this reference: <span className="inline-block">{id}</span>
      </Trans>
    </p>
  )
}
