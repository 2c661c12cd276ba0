import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, type ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'

import { categoryPath } from '#shared/page/page-paths.ts'
import { hasMeasures } from '#shared/privacy/has-measures.ts'
import { policySection } from '#shared/privacy/policy-section.ts'

import { CountryLink } from '../../country/country-link.tsx'
import { addMessages } from '../../i18n/load-i18n.ts'
import { useCategories } from '../../listing/use-categories.ts'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { Wordmark, LanguageSwitcher } from '../header.tsx'
import type { FooterColumn } from '../load-root.ts'

/** The footer, with links and settings for language, country and color mode. */
export function Footer() {
  const { t } = useLingui()
  const { brand, operator } = usePage()
  const to = useLocalePath()
  const categories = useCategories()
  const { footer = [] } = useRouteLoaderData<{ footer: FooterColumn[] }>('locale') ?? {}
  return (
    <footer className="far-down-101 md:far-down-71 lg:far-down-53 mt-16 border-t border-line md:mt-24 lg:mt-28">
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
          ]}
        />
        {footer.map(({ title, links }) => (
          <LinkColumn key={title} title={title} links={links.map(({ path, label }) => [path, label] as const)} />
        ))}
      </div>
      <div className="page-width">
        <FooterSettings />
        <div className="flex flex-wrap items-center justify-between gap-x-8 pb-5 text-quiet">
          <p className="text-sm">
            © {brand} · {operator.company}
          </p>
          <PrivacyLink />
        </div>
      </div>
    </footer>
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

function loadersIn(i18n: I18n) {
  const messages = () => addMessages(i18n, 'settings')
  return {
    country: async () => (await Promise.all([import('../../country/country-button.tsx'), messages()]))[0].CountryButton,
    colorMode: async () =>
      (await Promise.all([import('../color-mode/color-mode-switch.tsx'), messages()]))[0].ColorModeSwitch,
  }
}

/** The settings: language, country and currency, and color mode. */
function FooterSettings() {
  const { i18n } = useLingui()
  const load = useMemo(() => loadersIn(i18n), [i18n])
  return (
    <div className="grid gap-x-8 gap-y-6 border-t border-line py-8 md:grid-cols-2 lg:grid-cols-[1fr_1fr_22rem]">
      <Setting title={<Trans>Language</Trans>}>
        <LanguageSwitcher isFull />
      </Setting>
      <Setting title={<Trans>Country and currency</Trans>}>
        <WhenNear load={load.country}>
          <CountryLink />
        </WhenNear>
      </Setting>
      {/* The color mode cannot be changed without JavaScript. */}
      <WhenNear load={load.colorMode} className="hidden min-h-18 in-data-color-mode:block md:max-lg:col-span-2" />
    </div>
  )
}

function Setting({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-sm text-quiet">{title}</p>
      {children}
    </div>
  )
}

/** Opens the consent question again. Without JavaScript there are no analytics, and the policy says so. */
export function PrivacyLink() {
  const to = useLocalePath()
  const { locale, publicConfig } = usePage()
  return hasMeasures(publicConfig) ? (
    <a href={to(policySection(locale))} data-privacy-choices className="footer-link">
      <Trans>Privacy choices</Trans>
    </a>
  ) : null
}
