import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'

import type { Me } from '#shared/account/account.ts'
import type { Flash } from '#shared/shop-data.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { DeletionNotice } from './deletion-notice.tsx'
import { forgetCustomer, noteSignIn } from './signed-in.ts'

interface AccountFrameProps {
  customer: Me
  title: string
  /** Without its language. */
  path: '/account' | '/account/addresses' | '/account/details'
  flash?: Flash | null
  children: ReactNode
}

export function AccountFrame({ customer, title, path, flash = null, children }: AccountFrameProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { id, email, deletes_at: deletesAt } = customer
  useEffect(() => noteSignIn(id), [id])
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!flash?.fields) return undefined
    const focus = () => frame.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    // In the first frame of a page, Chromium scrolls to the URL's fragment and clears the focus, so this waits for the
    // second frame.
    let wait = requestAnimationFrame(() => (wait = requestAnimationFrame(focus)))
    return () => cancelAnimationFrame(wait)
  }, [flash])
  const pages = [
    ['/account', t`Orders`],
    ['/account/addresses', t`Addresses`],
    ['/account/details', t`Settings`],
  ] as const
  return (
    <div ref={frame} className="page-width max-w-5xl py-12 md:py-20">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <p className="text-sm break-words text-gold">{email}</p>
          <h1 className="display mt-2 text-3xl md:text-4xl">{title}</h1>
        </div>
        <form action="/api/account/sign-out" method="post" onSubmit={forgetCustomer}>
          <input type="hidden" name="return_to" value={to('/account/sign-in')} />
          <Button type="submit" look="outline">
            <Trans>Sign out</Trans>
          </Button>
        </form>
      </div>
      <nav aria-label={t`Your account`} className="mt-8 border-b border-line">
        <ul className="flex flex-wrap gap-x-8">
          {pages.map(([page, name]) => (
            <li key={page}>
              <a
                href={to(page)}
                aria-current={page === path ? 'page' : undefined}
                className="-mb-px block border-b-2 border-transparent py-3 text-quiet hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {flash && !flash.fields ? (
        <Notice tone={flash.done ? 'plain' : 'error'} className="mt-8">
          {flash.message}
        </Notice>
      ) : null}
      {deletesAt ? <DeletionNotice email={email} day={deletesAt} /> : null}
      {children}
    </div>
  )
}
