import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

import { LONGEST_MESSAGE, LONGEST_NAME, LONGEST_ORDER_NUMBER } from '#shared/contact/message-limits.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'
import type { Flash } from '#shared/shop-data.ts'

import { ActionForm, type FormProblem } from '../forms/action-form.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { EmailField, TextAreaField, TextField } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydration-mark.tsx'

interface ContactFormProps {
  /** The handle of the product that the message is about. */
  product: string | undefined
  flash: Flash | null
}

/** Also works without JavaScript. */
export function ContactForm({ product, flash }: ContactFormProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const isHydrated = useHydrated()
  const [isSent, setSent] = useState(flash?.done === 'asked')

  /** The server checks the rest. */
  function check(sent: Record<string, string>): FormProblem | null {
    const empty = ['name', 'email', 'message'].filter((name) => !sent[name])
    const fields = Object.fromEntries(empty.map((name) => [name, t`Please fill this in.`]))
    if (sent['email'] && !isEmailAddress(sent['email'])) fields['email'] = t`Please enter a valid email address.`
    return Object.keys(fields).length === 0 ? null : { message: t`Please check the highlighted fields first.`, fields }
  }

  if (isSent) return <Thanks onAgain={isHydrated ? () => setSent(false) : undefined} />
  return (
    <ActionForm
      action="/api/contact"
      returnTo={to(product ? `/contact?product=${product}` : '/contact')}
      flash={flash}
      failed={t`We couldn’t send your message. Nothing has been lost; please try again.`}
      check={check}
      onDone={() => setSent(true)}
      className="flex flex-col gap-5"
    >
      {({ isBusy, notice, problem, values }) => (
        <>
          {notice}
          <input type="hidden" name="product" value={product ?? ''} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label={t`Your name`}
              name="name"
              autoComplete="name"
              required
              maxLength={LONGEST_NAME}
              defaultValue={values['name']}
              error={problem?.fields?.['name']}
            />
            <EmailField maxLength={254} defaultValue={values['email']} error={problem?.fields?.['email']} />
          </div>
          <TextField
            label={t`Order number`}
            isOptional
            name="order"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST_ORDER_NUMBER}
            defaultValue={values['order']}
            error={problem?.fields?.['order']}
          />
          <TextAreaField
            label={t`Your message`}
            name="message"
            rows={7}
            required
            maxLength={LONGEST_MESSAGE}
            defaultValue={values['message']}
            error={problem?.fields?.['message']}
          />
          <div>
            <Button type="submit" busy={isBusy} className="max-sm:w-full sm:min-w-56">
              <Trans>Send message</Trans>
            </Button>
            <p className="mt-4 text-sm text-quiet">
              <Trans>
                We use your name and address only to reply.{' '}
                <a href={to('/policies/privacy-policy')} className="quiet-link">
                  Privacy policy
                </a>
              </Trans>
            </p>
          </div>
        </>
      )}
    </ActionForm>
  )
}

/** Takes the focus, because the form was removed. */
function Thanks({ onAgain }: { onAgain: (() => void) | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="rounded-sm border border-line bg-surface p-6 md:p-8">
      <h2 ref={heading} tabIndex={-1} className="display text-2xl outline-none md:text-3xl">
        <Trans>Thank you</Trans>
      </h2>
      <p role="status" className="mt-3 text-quiet">
        <Trans>Your message is on its way to us. We’ll reply by email.</Trans>
      </p>
      {onAgain ? (
        <Button look="outline" onClick={onAgain} className="mt-6">
          <Trans>Write another message</Trans>
        </Button>
      ) : null}
    </div>
  )
}
