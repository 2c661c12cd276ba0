import { Trans, useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { LinkView } from '#shared/account/account.ts'
import type { Flash } from '#shared/shop-data.ts'

import { PasswordField } from '../account/password-field.tsx'
import { EmailLinkPage } from '../newsletter/email-links/email-link-page.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

interface LinkPageData extends LinkView {
  token: string
  flash: Flash | null
}

/** The loader only reads, because mail scanners follow every link. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<LinkPageData> {
  const shop = context.get(shopDataContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, ...(await shop.accountLink(token)), flash: shop.flash() }
}

/** An account's email links here. One button signs in in this browser. */
export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { token, state, email, asksAddress, flash } = useLoaderData<LinkPageData>()
  const titles = {
    'sign-in': t`Sign in to your account`,
    register: t`Create your account`,
    password: t`Choose a new password`,
    'allow-change': t`Change the email address of your account?`,
    'change-email': t`Confirm your new email address`,
    elsewhere: t`Confirm your new email address`,
    spent: t`This link no longer works`,
  }
  const title = titles[state]
  const here = to(`/account/link?token=${encodeURIComponent(token)}`)
  return (
    <>
      <PageHead title={title} noindex />
      <EmailLinkPage title={title} address={email ?? undefined}>
        {flash && !flash.fields ? <Notice tone="error">{flash.message}</Notice> : null}
        {state === 'spent' ? (
          <>
            {flash ? null : (
              <p className="text-quiet">
                <Trans>Our links work once, and for 15 minutes.</Trans>
              </p>
            )}
            <ButtonLink href={to('/account/sign-in')} className="max-sm:w-full sm:self-start">
              <Trans>Get a new link</Trans>
            </ButtonLink>
          </>
        ) : state === 'elsewhere' ? (
          <>
            <p className="text-quiet">
              <Trans>
                Please sign in to the account whose address you’re changing, then open this link again in the same
                browser.
              </Trans>
            </p>
            <ButtonLink href={to('/account/sign-in')} look="outline" className="self-start">
              <Trans>Sign in</Trans>
            </ButtonLink>
          </>
        ) : state === 'allow-change' || state === 'change-email' ? (
          <>
            {state === 'allow-change' ? (
              <p>
                <Trans>
                  Your account would get the address {email}, and this one would no longer open it. If you haven’t asked
                  for that, please close this page.
                </Trans>
              </p>
            ) : (
              <p className="text-quiet">
                <Trans>From now on, you’ll sign in with this address. Your other devices will be signed out.</Trans>
              </p>
            )}
            <form action={`/api/account/email/${state === 'allow-change' ? 'allow' : 'confirm'}`} method="post">
              <input type="hidden" name="token" value={token} />
              <input type="hidden" name="return_to" value={to('/account/details')} />
              <input type="hidden" name="refused_to" value={here} />
              <Button type="submit" className="max-sm:w-full sm:self-start">
                {state === 'allow-change' ? <Trans>Allow the change</Trans> : <Trans>Confirm this address</Trans>}
              </Button>
            </form>
          </>
        ) : (
          <>
            <p className="text-quiet">
              <Trans>You’ll stay signed in on this device. On a shared computer, sign out when you’re done.</Trans>
            </p>
            <form
              action={state === 'sign-in' ? '/api/account/sign-in-link/use' : '/api/account/password/reset'}
              method="post"
              className="flex flex-col gap-5"
            >
              <input type="hidden" name="token" value={token} />
              <input type="hidden" name="return_to" value={to('/account')} />
              <input type="hidden" name="refused_to" value={here} />
              {asksAddress ? (
                <>
                  <p>
                    <Trans>
                      This link was asked for in another browser, and it opens the account of {email}. If that isn’t
                      your address, please close this page. If it is, type it to go on.
                    </Trans>
                  </p>
                  <TextField
                    label={t`Your email address`}
                    name="email"
                    type="email"
                    // The browser would fill in any address.
                    autoComplete="off"
                    required
                    defaultValue={flash?.values?.['email']}
                    error={flash?.fields?.['email']}
                  />
                </>
              ) : null}
              {state === 'sign-in' ? null : <PasswordField isNew error={flash?.fields?.['password']} />}
              <Button type="submit" className="max-sm:w-full sm:self-start">
                {state === 'sign-in' ? <Trans>Sign in</Trans> : <Trans>Save and sign in</Trans>}
              </Button>
            </form>
          </>
        )}
      </EmailLinkPage>
    </>
  )
}
