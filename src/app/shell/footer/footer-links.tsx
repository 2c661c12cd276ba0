import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'

import { categoryPath } from '#shared/page/page-paths.ts'

import { useCategories } from '../../listing/use-categories.ts'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import type { FooterColumn } from '../load-root.ts'
import { Wordmark } from '../wordmark.tsx'
import { PrivacyLink } from './privacy-link.tsx'

export function FooterLinks() {
  const { t } = useLingui()
  const to = useLocalePath()
  const categories = useCategories()
  const { footer = [] } = useRouteLoaderData<{ footer: FooterColumn[] }>('locale') ?? {}
  return (
    <div className="page-width grid gap-x-12 gap-y-10 py-14 md:grid-cols-3 md:py-20 lg:grid-cols-[minmax(0,5fr)_repeat(3,minmax(0,3fr))]">
      <div className="max-w-sm md:col-span-3 lg:col-span-1 lg:row-span-2">
        <Wordmark />
        <p className="mt-3 text-sm leading-6 text-quiet">
          <Trans>Moissanite jewellery for the days you’ll remember, and every day after.</Trans>
        </p>
        <a
          href={to('/newsletter')}
          data-popup="letters"
          className="quiet-link mt-3 inline-flex min-h-11 items-center text-sm"
        >
          <Trans>Become an Insider</Trans>
        </a>
      </div>
      <LinkColumn
        title={t`Shop`}
        className="md:col-span-2 md:[&>ul]:grid-cols-2 md:[&>ul]:gap-x-12"
        links={[
          ['/shop', t`The shop`],
          ['/shop/viewAll', t`Shop all`],
          ...categories.map(({ handle, name }) => [categoryPath(handle), name] as const),
        ]}
      />
      <LinkColumn
        title={t`Your order`}
        links={[
          ['/cart', t`Cart`],
          ['/wishlist', t`Wish list`],
          ['/order/confirmation', t`Last order`],
          ['/order/find', t`Find an order`],
          ['/account', t`Your account`],
        ]}
      />
      {footer.map(({ title, links }) => (
        <LinkColumn key={title} title={title} links={links.map(({ path, label }) => [path, label] as const)} />
      ))}
    </div>
  )
}

interface LinkColumnProps {
  title: string
  className?: string
  /** Paths without the locale, and their labels. */
  links: (readonly [path: string, name: string])[]
}

function LinkColumn({ title, className, links }: LinkColumnProps) {
  const to = useLocalePath()
  return (
    <nav aria-label={title} className={className}>
      <h2 className="label-caps mb-3 text-quiet">{title}</h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-8">
        {links.map(([path, name]) => (
          <li key={path}>
            <a href={to(path)} className="footer-link">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function FooterCompany() {
  const { brand, operator } = usePage()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 pb-5 text-quiet">
      <p className="text-sm">
        © {brand} · {operator.company}
      </p>
      <PrivacyLink />
    </div>
  )
}
