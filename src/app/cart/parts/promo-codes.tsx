import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type SyntheticEvent } from 'react'

import type { Cart } from '#shared/cart/cart.ts'
import type { Flash } from '#shared/shop-data.ts'

import { usePage, useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ChevronDownIcon, CloseIcon } from '../../ui/icons.tsx'
import { localized } from '../cart-api.ts'
import { useCartStore } from '../use-cart.ts'

const FIELD = 'promo_codes'

export function PromoCodes({
  cart: { promo_codes: codes },
  page = '/cart',
  refusedTo = page,
  flash = null,
}: {
  cart: Pick<Cart, 'promo_codes'>
  /** Paths, without the locale, to which the form without JavaScript redirects after success and after a refusal. */
  page?: string
  refusedTo?: string
  flash?: Flash | null
}) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const { changes } = useCartStore()
  const [isBusy, setBusy] = useState(false)
  const refused = flash?.fields?.[FIELD]
  const [problem, setProblem] = useState(refused)
  const fold = useRef<HTMLDetailsElement>(null)

  async function save(next: readonly string[]): Promise<boolean> {
    setBusy(true)
    setProblem(undefined)
    try {
      await (await changes()).setPromoCodes(next)
      return true
    } catch (error) {
      setProblem(localized(error) ?? t`The shop isn’t responding at the moment. Please try again shortly.`)
      return false
    } finally {
      setBusy(false)
    }
  }

  async function add(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const code = new FormData(form).getAll(FIELD).at(-1)
    if (isBusy || typeof code !== 'string' || code.trim() === '') return
    if (await save([...codes, code.trim()])) form.reset()
  }

  async function remove(event: SyntheticEvent<HTMLFormElement>, code: string): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    // The focused button disappears together with its code, so the keyboard focus moves to the summary.
    if (await save(codes.filter((other) => other !== code))) fold.current?.querySelector('summary')?.focus()
  }

  /** The form contains the whole list as hidden fields, because it may also be submitted with an empty list. */
  const hiddenFields = (kept: readonly string[]) => (
    <>
      <input type="hidden" name="return_to" value={to(page)} />
      <input type="hidden" name="refused_to" value={to(refusedTo)} />
      {['', ...kept].map((code) => (
        <input key={code} type="hidden" name={FIELD} value={code} />
      ))}
    </>
  )
  const action = `/api/carts/current?lang=${locale}`
  return (
    <details ref={fold} className="group text-sm" open={codes.length > 0 || refused !== undefined || undefined}>
      <summary className="flex min-h-11 list-none items-center gap-2 text-quiet hover:text-ink">
        <Trans>Promo code</Trans>
        <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      {codes.length > 0 ? (
        <ul aria-label={t`Applied promo codes`} className="flex flex-wrap gap-2 pb-3">
          {codes.map((code) => (
            <li key={code}>
              <form
                action={action}
                method="post"
                onSubmit={(event) => void remove(event, code)}
                className="flex items-center rounded-sm border border-edge pl-3"
              >
                {hiddenFields(codes.filter((other) => other !== code))}
                <span className="font-semibold tracking-wide text-gold">{code}</span>
                <button
                  type="submit"
                  aria-label={t`Remove ${code}`}
                  className="flex size-11 items-center justify-center text-quiet hover:text-ink"
                >
                  <CloseIcon className="size-4" />
                </button>
              </form>
            </li>
          ))}
        </ul>
      ) : null}
      <form action={action} method="post" onSubmit={(event) => void add(event)} className="flex items-start gap-3 pb-4">
        {hiddenFields(codes)}
        <TextField
          label={t`Code`}
          name={FIELD}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={100}
          required
          defaultValue={refused === undefined ? undefined : flash?.values?.[FIELD]}
          error={problem}
          className="min-w-0 grow"
        />
        {/* Aligned with the input itself, below its label and above its error. */}
        <Button type="submit" look="outline" busy={isBusy} className="mt-6.5">
          <Trans context="a promotion code">Apply</Trans>
        </Button>
      </form>
    </details>
  )
}
