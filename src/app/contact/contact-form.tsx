import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'

import type { ContactMessage } from '#shared/contact/contact-message.ts'
import { LONGEST_MESSAGE, LONGEST_NAME, LONGEST_ORDER_NUMBER } from '#shared/contact/message-limits.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'
import type { Flash } from '#shared/shop-data.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydration-mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { readMessage, sendMessage, type ContactProblem } from './send-message.ts'

interface ContactFormProps {
  /** The handle of the product that the message is about. */
  product: string | undefined
  flash: Flash | null
}

/** Also works without JavaScript. */
export function ContactForm({ product, flash }: ContactFormProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(flash?.done === 'asked')
  const [problem, setProblem] = useState<ContactProblem | null>(flash?.done ? null : flash)
  const fields = problem?.fields ?? {}
  const typed = flash?.values ?? {}

  // After a problem, the first wrong field gets the focus.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])

  /** The server checks the rest. */
  function findProblems(message: ContactMessage): ContactProblem | null {
    const empty = (['name', 'email', 'message'] as const).filter((name) => message[name] === '')
    const problems = Object.fromEntries(empty.map((name) => [name, t`Please fill this in.`]))
    if (message.email && !isEmailAddress(message.email)) problems.email = t`Please enter a valid email address.`
    const isComplete = Object.keys(problems).length === 0
    return isComplete ? null : { message: t`Please check the highlighted fields first.`, fields: problems }
  }

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const message = readMessage(new FormData(event.currentTarget), locale)
    const missing = findProblems(message)
    if (missing) return setProblem(missing)
    setBusy(true)
    const result = await sendMessage(message)
    setBusy(false)
    setProblem(result)
    setSent(result === null)
  }

  if (isSent) return <Thanks onAgain={isHydrated ? () => setSent(false) : undefined} />
  return (
    <form
      ref={form}
      action="/api/contact"
      method="post"
      noValidate={isHydrated}
      onSubmit={(event) => void send(event)}
      className="flex flex-col gap-5"
    >
      {problem ? (
        <Notice tone="error">
          {problem.message || <Trans>We couldn’t send your message. Nothing has been lost; please try again.</Trans>}
        </Notice>
      ) : null}
      <input type="hidden" name="return_to" value={to(product ? `/contact?product=${product}` : '/contact')} />
      <input type="hidden" name="product" value={product ?? ''} />
      <span aria-hidden className="sr-only">
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </span>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t`Your name`}
          name="name"
          autoComplete="name"
          required
          maxLength={LONGEST_NAME}
          defaultValue={typed['name']}
          error={fields['name']}
        />
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={typed['email']}
          error={fields['email']}
        />
      </div>
      <TextField
        label={t`Order number`}
        isOptional
        name="order"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_ORDER_NUMBER}
        defaultValue={typed['order']}
        error={fields['order']}
      />
      <TextAreaField
        label={t`Your message`}
        name="message"
        rows={7}
        required
        maxLength={LONGEST_MESSAGE}
        defaultValue={typed['message']}
        error={fields['message']}
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
    </form>
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
