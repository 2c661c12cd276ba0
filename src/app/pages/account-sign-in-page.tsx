import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { Flash } from '#shared/shop-data.ts'

import { NameFields } from '../account/name-fields.tsx'
import { PasskeySignIn } from '../account/passkey-sign-in.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { forgetCustomer } from '../account/signed-in.ts'
import { createOtherTabs } from '../cart/sync/open-cart.ts'
import { useCartStore } from '../cart/use-cart.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Button } from '../ui/button.tsx'
import { EmailField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

const WAYS = ['link', 'password', 'register', 'forgot'] as const
type Way = (typeof WAYS)[number]

interface SignInData {
  way: Way
  passkeyOrigin: string | null
  flash: Flash | null
}

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<SignInData | Response> {
  const shop = context.get(shopDataContext)
  const asked = new URL(request.url).searchParams.get('with')
  const way = WAYS.find((known) => known === asked) ?? 'link'
  // A signed-in customer may have forgotten the current password too.
  if (way !== 'forgot' && (await shop.isSignedIn())) return redirect(`/${params['lang']}/account`)
  return { way, passkeyOrigin: shop.passkeyOrigin(), flash: shop.flash() }
}

const ACTIONS: Record<Way, string> = {
  link: '/api/account/sign-in-link',
  password: '/api/account/sign-in',
  register: '/api/account/register',
  forgot: '/api/account/password/forgot',
}

export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { way, passkeyOrigin, flash } = useLoaderData<SignInData>()
  const here = way === 'link' ? '/account/sign-in' : `/account/sign-in?with=${way}`
  const hasPasskeys = way === 'link' || way === 'password'
  const values = flash?.values
  const isSignedOut = flash?.done === 'signed-out'
  const cart = useCartStore()
  useEffect(() => {
    if (!isSignedOut) return
    forgetCustomer()
    createOtherTabs().reload()
    // If the chunk cannot be loaded, the next page creates the new cart.
    cart.changes().then(
      ({ reset }) => reset(),
      () => undefined,
    )
  }, [isSignedOut, cart])
  const texts = {
    link: {
      title: t`Sign in to your account`,
      help: t`Enter your email and we’ll send you a sign-in link. New here? The same link creates your account.`,
      button: t`Email me a link`,
    },
    password: { title: t`Sign in with your password`, help: null, button: t`Sign in` },
    register: {
      title: t`Create an account`,
      help: t`We’ll email you a link to confirm your address and set a password. You can also order without an account.`,
      button: t`Create account`,
    },
    forgot: {
      title: t`Choose a new password`,
      help: t`Enter your email and we’ll send you a link to choose a new password.`,
      button: t`Email me a link`,
    },
  }
  const { title, help, button } = texts[way]
  const others = {
    link: t`Sign in with an emailed link`,
    password: t`Sign in with your password`,
    register: t`Create an account with a password`,
    forgot: t`Forgot your password?`,
  }
  const shownWays: Record<Way, Way[]> = {
    link: ['password', 'register'],
    password: ['forgot', 'link', 'register'],
    register: ['link', 'password'],
    forgot: ['link', 'password'],
  }
  return (
    <>
      <PageHead title={title} description={texts.link.help} noindex />
      <div className="page-width py-12 md:py-20">
        <div className="mx-auto max-w-120">
          <h1 className="display text-3xl md:text-4xl">{title}</h1>
          {help ? <p className="mt-4 text-quiet">{help}</p> : null}
          {flash && !flash.fields ? (
            <Notice tone={flash.done ? 'plain' : 'error'} className="mt-6">
              {flash.message}
            </Notice>
          ) : null}
          <form action={ACTIONS[way]} method="post" noValidate className="mt-8 flex flex-col gap-5">
            <input type="hidden" name="return_to" value={to('/account')} />
            <input type="hidden" name="refused_to" value={to(here)} />
            {way === 'register' ? (
              <NameFields first={values?.['first_name']} last={values?.['last_name']} isOptional />
            ) : null}
            <EmailField
              autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
              defaultValue={values?.['email']}
              error={flash?.fields?.['email']}
            />
            {way === 'password' ? <PasswordField error={flash?.fields?.['password']} /> : null}
            <Button type="submit" className="w-full">
              {button}
            </Button>
          </form>
          {hasPasskeys ? <PasskeySignIn origin={passkeyOrigin} /> : null}
          <ul className="mt-6 flex flex-col items-start text-sm">
            {shownWays[way].map((other) => (
              <li key={other}>
                <a
                  href={to(other === 'link' ? '/account/sign-in' : `/account/sign-in?with=${other}`)}
                  className="inline-flex min-h-11 items-center text-quiet underline hover:text-ink"
                >
                  {others[other]}
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-6 text-sm text-quiet">
            <Trans>
              Just checking on an order?{' '}
              <a href={to('/order/find')} className="underline hover:text-ink">
                Find it by its number
              </a>
              .
            </Trans>
          </p>
        </div>
      </div>
    </>
  )
}
