import { Trans, useLingui } from '@lingui/react/macro'

import type { StockAlertsView } from '#shared/newsletter/stock-alert.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DamagedLinkText, HomeLink } from './dead-link.tsx'
import { EmailLinkForm, EmailLinkPage } from './email-link-page.tsx'

interface StockAlertsPanelProps {
  view: StockAlertsView
  token: string
}

/** The sold-out products for which an address waits. */
export function StockAlertsPanel({ view: { link, address, products }, token }: StockAlertsPanelProps) {
  const { t } = useLingui()
  if (link === 'damaged') {
    return (
      <EmailLinkPage title={t`This link is incomplete`}>
        <p className="text-quiet">
          <DamagedLinkText />
        </p>
        <HomeLink />
      </EmailLinkPage>
    )
  }
  if (address === null) {
    return (
      <EmailLinkPage title={t`You’re not waiting for anything`}>
        <p>
          <Trans>We have no requests from this address, and won’t send any emails about pieces that are back.</Trans>
        </p>
        <HomeLink />
      </EmailLinkPage>
    )
  }
  const isConfirmed = products.every((product) => product.isConfirmed)
  return (
    <EmailLinkPage
      address={address}
      title={isConfirmed ? t`We’ll tell you when it’s back` : t`Shall we tell you when it’s back?`}
    >
      <p>
        {isConfirmed ? (
          <Trans>Your address is confirmed. We’ll write once for each of these pieces, when it’s in stock again:</Trans>
        ) : (
          <Trans>Confirm your address, and we’ll write once for each of these pieces, when it’s in stock again:</Trans>
        )}
      </p>
      <ProductNames products={products} />
      <div className="flex flex-wrap gap-3 pt-3">
        {isConfirmed ? null : (
          <EmailLinkForm action="/api/back-in-stock/confirm" token={token}>
            <Button type="submit">
              <Trans>Confirm my address</Trans>
            </Button>
          </EmailLinkForm>
        )}
        <EmailLinkForm action="/api/back-in-stock/stop" token={token}>
          <Button type="submit" look="outline">
            <Trans>Stop all of them</Trans>
          </Button>
        </EmailLinkForm>
      </div>
    </EmailLinkPage>
  )
}

function ProductNames({ products }: Pick<StockAlertsView, 'products'>) {
  const to = useLocalePath()
  return (
    <ul className="ruled border-y border-line">
      {products.map(({ name, path }) => (
        <li key={path ?? name} className="py-3">
          {path ? (
            <a href={to(path)} className="quiet-link inline-block py-0.5">
              {name}
            </a>
          ) : (
            <>
              {name}
              <span className="block text-sm text-quiet">
                <Trans>We no longer sell this piece, so we won’t write about it.</Trans>
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
