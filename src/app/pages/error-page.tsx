import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouteError } from 'react-router'

import { NO_RESPONSE } from '../routing/load-data.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { ErrorReference } from '../shell/error-reference.tsx'
import { layoutFor } from '../shell/layout.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ServerOnly } from '../ui/server-only.tsx'

/** Replaces the page and its layout, so it renders a layout itself. */
export function ErrorPage() {
  const error = useRouteError()
  const status = statusOf(error)
  const { pathname, search } = useLocation()
  const to = useLocalePath()
  const { t } = useLingui()
  const missing = status === 404
  const offline = status === NO_RESPONSE
  const title = missing ? t`Page Not Found` : offline ? t`This page did not load` : t`Internal Server Error`
  return (
    <PageFrame layout={layoutFor()}>
      <PageHead title={title} noindex languages={[]} />
      <div className="page-width flex flex-col items-center pt-20 pb-8 text-center md:pt-28">
        {offline ? null : <p className="label-caps text-gold">{status}</p>}
        <h1 className="display mt-4 text-4xl lg:text-5xl">{title}</h1>
        <p className="mt-4 max-w-words break-words text-quiet">
          {missing
            ? t`Page not found: ${pathname}`
            : offline
              ? t`We got no response. Please check your connection and try again.`
              : t`Something went wrong on our side. Please try again in a moment.`}
        </p>
        {missing ? <SearchHere /> : null}
        <ServerOnly id="reference">{import.meta.env.SSR ? <ErrorReference error={error} /> : null}</ServerOnly>
        <div className="mt-10 flex flex-wrap justify-center gap-3">
          {missing ? null : (
            <ButtonLink href={pathname + search}>
              <Trans>Try again</Trans>
            </ButtonLink>
          )}
          <ButtonLink href={to('/shop/viewAll')} look={missing ? 'solid' : 'outline'}>
            <Trans>Shop all</Trans>
          </ButtonLink>
          <ButtonLink href={to('/')} look="outline">
            <Trans>Home page</Trans>
          </ButtonLink>
        </div>
      </div>
    </PageFrame>
  )
}

function SearchHere() {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <form role="search" action={to('/search')} className="mt-8 flex w-full max-w-md gap-3">
      <input
        type="search"
        name="q"
        aria-label={t`Search`}
        placeholder={t`Search`}
        className="min-h-12 min-w-0 grow rounded-sm border border-edge bg-surface px-3.5 text-base text-ink placeholder:text-quiet"
      />
      <Button type="submit" look="outline">
        {t({ message: 'Search', context: 'button' })}
      </Button>
    </form>
  )
}

function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' ? status : 500
}
