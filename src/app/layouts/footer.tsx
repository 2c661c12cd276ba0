import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { BRAND_NAME } from '#shared/site/brand.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { useCategories } from '../shop/use-categories.ts'
import { FooterSettings } from './footer-settings.tsx'
import { Wordmark } from './wordmark.tsx'

/** Where else to go, and how to see the shop: language, country and currency, light. */
export function Footer() {
  const { t } = useLingui()
  const categories = useCategories()
  return (
    <footer className="mt-16 border-t border-line md:mt-24 lg:mt-28">
      <div className="page-width grid gap-x-12 gap-y-10 py-14 md:grid-cols-3 md:py-20 lg:grid-cols-[1fr_auto_auto] lg:gap-x-24">
        <div className="max-w-sm md:col-span-3 lg:col-span-1">
          <Wordmark />
          <p className="mt-3 text-sm leading-6 text-quiet">
            <Trans>Moissanite jewellery for the days one remembers, and for every day after them.</Trans>
          </p>
        </div>
        <LinkColumn title={t`Shop`} className="md:col-span-2 lg:col-span-1" isWide>
          <FooterLink path="/shop">
            <Trans>The shop</Trans>
          </FooterLink>
          <FooterLink path="/shop/viewAll">
            <Trans>Shop all</Trans>
          </FooterLink>
          {categories.map(({ id, handle, name }) => (
            <FooterLink key={id} path={`/shop/${handle}`}>
              {name}
            </FooterLink>
          ))}
        </LinkColumn>
        <LinkColumn title={t`Your order`}>
          <FooterLink path="/cart">
            <Trans>Cart</Trans>
          </FooterLink>
          <FooterLink path="/order/confirmation">
            <Trans>Last order</Trans>
          </FooterLink>
        </LinkColumn>
      </div>
      <div className="page-width">
        <FooterSettings />
        <p className="pb-8 text-sm text-quiet">© {BRAND_NAME}</p>
      </div>
    </footer>
  )
}

interface LinkColumnProps {
  title: string
  className?: string
  /** In two columns where there is room. */
  isWide?: boolean
  children: ReactNode
}

function LinkColumn({ title, className = '', isWide = false, children }: LinkColumnProps) {
  return (
    <nav aria-label={title} className={className}>
      <h2 className="label-caps text-quiet">{title}</h2>
      <ul
        className={`mt-3 md:mt-4 ${isWide ? 'grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-8 lg:grid-cols-2 lg:gap-x-16' : ''}`}
      >
        {children}
      </ul>
    </nav>
  )
}

function FooterLink({ path, children }: { path: string; children: ReactNode }) {
  const to = useLocalePath()
  return (
    <li>
      <a href={to(path)} className="inline-flex min-h-11 items-center text-sm hover:text-gold md:min-h-9">
        {children}
      </a>
    </li>
  )
}
