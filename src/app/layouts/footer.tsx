import { Trans, useLingui } from '@lingui/react/macro'

import { BRAND_NAME } from '#shared/site/brand.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { useCategories } from '../shop/use-categories.ts'
import { LanguageSwitcher } from './language-switcher.tsx'
import { Wordmark } from './wordmark.tsx'

export function Footer() {
  const to = useLocalePath()
  const { t } = useLingui()
  const categories = useCategories()
  const link = 'inline-flex min-h-11 items-center text-sm text-quiet hover:text-ink md:min-h-9'
  return (
    <footer className="mt-16 border-t border-line md:mt-24 lg:mt-28">
      <div className="page-width grid gap-x-8 gap-y-10 py-14 md:grid-cols-[1fr_auto] md:py-20">
        <div className="max-w-sm">
          <Wordmark />
          <p className="mt-3 text-sm leading-6 text-quiet">
            <Trans>Moissanite jewellery for the days one remembers, and for every day after them.</Trans>
          </p>
        </div>
        <nav aria-label={t`Shop pages`}>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-8 md:grid-cols-2 md:gap-x-16">
            <li>
              <a href={to('/shop')} className={link}>
                <Trans>The shop</Trans>
              </a>
            </li>
            <li>
              <a href={to('/shop/viewAll')} className={link}>
                <Trans>Shop all</Trans>
              </a>
            </li>
            {categories.map(({ id, handle, name }) => (
              <li key={id}>
                <a href={to(`/shop/${handle}`)} className={link}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-x-8 border-t border-line py-4">
          <p className="text-sm text-quiet">© {BRAND_NAME}</p>
          <LanguageSwitcher />
        </div>
      </div>
    </footer>
  )
}
