import { Trans, useLingui } from '@lingui/react/macro'
import { useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'

import type { CountryList } from '#shared/country/visitor.ts'
import type { Flash } from '#shared/shop-data.ts'

import { CountryForm } from '../country/country-form.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Notice } from '../ui/notice.tsx'

interface CountryPageData {
  list: CountryList
  flash: Flash | null
}

export async function loader({ context }: LoaderFunctionArgs): Promise<CountryPageData> {
  const shop = context.get(shopDataContext)
  return { list: await shop.countries(), flash: shop.flash() }
}

/** For browsers without JavaScript. With it, the drawer in the footer is faster. */
export function Component() {
  const { t } = useLingui()
  const { list, flash } = useLoaderData<CountryPageData>()
  const returnTo = useReturnPath()
  return (
    <>
      <PageHead
        title={t`Country and currency`}
        description={t`Choose your delivery country to set the currency and delivery methods.`}
        noindex
      />
      <div className="page-width py-10 md:py-16">
        <div className="max-w-120">
          <h1 className="display text-3xl md:text-4xl">
            <Trans>Country and currency</Trans>
          </h1>
          {flash ? <Notice className="mt-6">{flash.message}</Notice> : null}
          <div className="mt-8">
            <CountryForm
              list={list}
              returnTo={returnTo}
              flash={flash?.fields ? flash : null}
              onSaved={() => location.assign(returnTo)}
            />
          </div>
        </div>
      </div>
    </>
  )
}

/** The home page if the URL names no path of the shop. */
function useReturnPath(): string {
  const home = useLocalePath()('/')
  const wanted = new URLSearchParams(useLocation().search).get('return_to') ?? ''
  // Rejects paths that a browser would interpret as another host: `//x`, `/\x`, and both with a tab or newline in them.
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) ? wanted : home
}
