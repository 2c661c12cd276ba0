import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'

import { usePage } from '../../routing/page-context.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

/** The link to a product, to be sent in any other way. @param props.url from the root */
export function CopyLink({ url }: { url: string }) {
  const { t } = useLingui()
  const { origin } = usePage()
  const field = useRef<HTMLInputElement>(null)
  const [news, setNews] = useState<'copied' | 'select'>()
  const isHydrated = useHydrated()

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(origin + url)
      setNews('copied')
    } catch {
      // Not every browser may: what is selected is copied by hand.
      setNews('select')
    }
  }

  return (
    <div className="mb-5">
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          readOnly
          value={origin + url}
          aria-label={t`Link to this piece`}
          className="min-h-11 min-w-0 grow basis-40 rounded-sm border border-edge bg-surface px-3 text-sm text-quiet"
        />
        {isHydrated ? (
          <button
            type="button"
            onClick={() => void copy()}
            className="min-h-11 min-w-0 rounded-sm border border-edge px-4 text-sm font-medium hover:border-ink"
          >
            <Trans>Copy link</Trans>
          </button>
        ) : null}
      </div>
      <p role="status" className="mt-1 text-sm text-quiet">
        {news === 'copied' ? <Trans>Link copied.</Trans> : null}
        {news === 'select' ? <Trans>The link is selected: copy it from here.</Trans> : null}
      </p>
    </div>
  )
}
