import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { productsPath } from '#shared/product/products-query.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'

/** Gives a link that shows a list to anyone who opens it: it says which products, and nothing of who chose them. */
export function ShareList({ handles }: { handles: readonly string[] }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { origin } = usePage()
  const [isCopied, setCopied] = useState<boolean>()
  const link = origin + to(productsPath('/wishlist', handles))

  async function share() {
    setCopied(undefined)
    // A touch device knows the people that its owner writes to.
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      // Shared, or thought better of: whatever else it says, as browsers inside of apps do, the link is still wanted.
      const isDone = await navigator.share({ url: link }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isDone) return
    }
    setCopied(
      (await navigator.clipboard?.writeText(link).then(
        () => true,
        () => false,
      )) ?? false,
    )
  }

  return (
    <>
      <Button look="outline" onClick={() => void share()}>
        <Trans>Share the list</Trans>
      </Button>
      <div role="status" className="text-sm text-quiet">
        {isCopied === undefined ? null : isCopied ? (
          <Trans>The link is copied.</Trans>
        ) : (
          <Trans>This is the link:</Trans>
        )}
      </div>
      {isCopied === false ? (
        <input
          readOnly
          value={link}
          aria-label={t`Link to the list`}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="min-h-11 w-full max-w-words rounded-sm border border-edge bg-surface px-3 text-sm"
        />
      ) : null}
    </>
  )
}
