import { Trans, useLingui } from '@lingui/react/macro'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { AccountDetails } from '#shared/account/account.ts'
import { writeDay } from '#shared/order/write-moment.ts'
import type { Flash } from '#shared/shop-data.ts'

import { AccountFrame } from '../account/account-frame.tsx'
import { DataSection } from '../account/data-section.tsx'
import { DeletionSection } from '../account/deletion-section.tsx'
import { EmailPreferencesSection } from '../account/email-preferences-section.tsx'
import { EmailSection } from '../account/email-section.tsx'
import { NameFields } from '../account/name-fields.tsx'
import { PasskeySection } from '../account/passkey-section.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Button } from '../ui/button.tsx'

interface DetailsData {
  customer: AccountDetails
  passkeyOrigin: string | null
  flash: Flash | null
}

export async function loader({ params, context }: LoaderFunctionArgs): Promise<DetailsData | Response> {
  const shop = context.get(shopDataContext)
  const customer = await shop.accountDetails()
  return customer
    ? { customer, passkeyOrigin: shop.passkeyOrigin(), flash: shop.flash() }
    : redirect(`/${params['lang']}/account/sign-in`)
}

export function Component() {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const { customer, passkeyOrigin, flash } = useLoaderData<DetailsData>()
  const { first_name: first, last_name: last, email, has_password: hasPassword, sessions } = customer
  const title = t`Settings`
  // Two forms ask for the current password.
  const isEmailForm = flash?.values?.['email'] !== undefined
  const hiddenFields = (
    <>
      <input type="hidden" name="return_to" value={to('/account/details')} />
      <input type="hidden" name="refused_to" value={to('/account/details')} />
      <input type="hidden" name="username" value={email} autoComplete="username" />
    </>
  )
  return (
    <>
      <PageHead title={title} noindex />
      <AccountFrame customer={customer} title={title} path="/account/details" flash={flash}>
        <div className="mt-10 flex max-w-140 flex-col gap-14">
          <section aria-labelledby="name">
            <h2 id="name" className="display text-xl">
              <Trans>Name</Trans>
            </h2>
            <form action="/api/account/me" method="post" className="mt-6 flex flex-col gap-5">
              {hiddenFields}
              <NameFields first={first} last={last} />
              <Button type="submit" className="max-sm:w-full sm:self-start">
                <Trans>Save</Trans>
              </Button>
            </form>
          </section>
          <EmailPreferencesSection preferences={customer.preferences} hiddenFields={hiddenFields} />
          <EmailSection customer={customer} flash={flash} hiddenFields={hiddenFields} />
          <section aria-labelledby="password">
            <h2 id="password" className="display text-xl">
              {hasPassword ? <Trans>Change your password</Trans> : <Trans>Set a password</Trans>}
            </h2>
            <p className="mt-2 text-quiet">
              <Trans>
                You’ll be signed out on your other devices. You can always sign in with an emailed link instead.
              </Trans>{' '}
              {hasPassword ? (
                <a href={to('/account/sign-in?with=forgot')} className="underline hover:text-ink">
                  <Trans>Forgot your password?</Trans>
                </a>
              ) : null}
            </p>
            <form action="/api/account/password" method="post" noValidate className="mt-6 flex flex-col gap-5">
              {hiddenFields}
              {hasPassword ? (
                <PasswordField
                  name="current"
                  label={t`Current password`}
                  error={isEmailForm ? undefined : flash?.fields?.['current']}
                />
              ) : null}
              <PasswordField
                isNew
                label={t`New password, at least 10 characters`}
                error={flash?.fields?.['password']}
              />
              <Button type="submit" className="max-sm:w-full sm:self-start">
                <Trans>Save password</Trans>
              </Button>
            </form>
          </section>
          <PasskeySection customer={customer} origin={passkeyOrigin} hiddenFields={hiddenFields} />
          <section aria-labelledby="devices">
            <h2 id="devices" className="display text-xl">
              <Trans>Your devices</Trans>
            </h2>
            <ul className="mt-6 divide-y divide-line border-y border-line">
              {sessions.map((session) => (
                <li key={session.id} className="flex flex-wrap items-center justify-between gap-4 py-4">
                  <span>
                    {session.device}
                    <span className="block text-sm text-quiet">
                      {session.is_this ? t`This device` : t`Last seen ${writeDay(session.seen_at, locale)}`}
                    </span>
                  </span>
                  {session.is_this ? null : (
                    <form action="/api/account/sessions" method="post">
                      {hiddenFields}
                      <input type="hidden" name="id" value={session.id} />
                      <Button type="submit" look="outline" aria-label={t`Sign out: ${session.device}`}>
                        <Trans>Sign out</Trans>
                      </Button>
                    </form>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 ? (
              <form action="/api/account/sessions" method="post" className="mt-6">
                {hiddenFields}
                <Button type="submit" look="outline">
                  <Trans>Sign out on all other devices</Trans>
                </Button>
              </form>
            ) : null}
          </section>
          <DataSection />
          {customer.deletes_at ? null : (
            <DeletionSection error={flash?.fields?.['confirm']} hiddenFields={hiddenFields} />
          )}
        </div>
      </AccountFrame>
    </>
  )
}
