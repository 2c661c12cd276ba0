import { Trans } from '@lingui/react/macro'

/** A server error has the id of its request in the log as its `data`, which the shopper quotes to the staff. */
export function ErrorReference({ error }: { error: unknown }) {
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
