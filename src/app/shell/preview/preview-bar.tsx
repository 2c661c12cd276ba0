import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useMatches } from 'react-router'

export function PreviewBar() {
  const { t } = useLingui()
  const isDraft = useMatches().some(({ loaderData }) => isDraftPage(loaderData))
  const leave = useLeaveAddress()
  return (
    <aside
      aria-label={t`Preview`}
      className="sticky bottom-0 z-30 border-t border-ink bg-ink pb-[env(safe-area-inset-bottom)] text-paper"
    >
      <div className="page-width flex min-h-12 flex-wrap items-center justify-between gap-x-6 text-sm">
        <p className="py-3">{isDraft ? <Trans>This page is a draft.</Trans> : <Trans>Showing drafts.</Trans>}</p>
        <a href={leave} className="-mx-2 inline-flex min-h-11 items-center px-2 font-semibold underline">
          <Trans>Exit preview</Trans>
        </a>
      </div>
    </aside>
  )
}

/** An empty `preview` ends the preview, with and without JavaScript. */
function useLeaveAddress(): string {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('preview', '')
  return `${pathname}?${query}`
}

function isDraftPage(loaderData: unknown): boolean {
  const { document } = (loaderData ?? {}) as { document?: { _draft?: unknown } }
  return document?._draft === true
}
