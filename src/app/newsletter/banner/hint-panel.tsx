import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'

import { isEmailAddress } from '#shared/email/is-email-address.ts'
import type { Flash } from '#shared/shop-data.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { Notice } from '../../ui/notice.tsx'
import { HiddenFields, honeypotOf } from '../forms/form-parts.tsx'
import { dropHint, serverMessageOf } from '../forms/newsletter-api.ts'
import type { HintProduct } from './hint-product.ts'

interface HintPanelProps {
  product: HintProduct | null
  /** Without its language. The form returns there without JavaScript. */
  path: string
  /** Known if this browser has subscribed. */
  sender: string | undefined
  flash: Flash | null
  problem: string | undefined
  onProblem: (problem: string | undefined) => void
  onSent: (recipient: string) => void
}

const THANKS_AFTER_MS = 500
const LONGEST_NOTE = 500
const LONGEST_NAME = 40

export function HintPanel({ product, path, sender, flash, problem, onProblem, onSent }: HintPanelProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const [recipientError, setRecipientError] = useState(flash?.fields?.['recipient_email'])

  useEffect(() => {
    if (sentTo === undefined) return undefined
    const timer = setTimeout(() => onSent(sentTo), THANKS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [sentTo, onSent])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const typed = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value
    const recipient = typed('recipient_email')
    onProblem(undefined)
    if (!isEmailAddress(recipient)) {
      setRecipientError(t`Please enter a valid email address for the recipient.`)
      field.current?.focus()
      return
    }
    setRecipientError(undefined)
    setBusy(true)
    try {
      const [note, website] = [typed('message'), honeypotOf(form)]
      await dropHint({ sender, name: typed('sender_name'), recipient, note, website, locale, product })
      setSentTo(recipient.trim())
    } catch (error) {
      onProblem(serverMessageOf(error) ?? t`We couldn’t send your hint. Please try again in a moment.`)
      setBusy(false)
    }
  }

  return (
    <form action="/api/drop-a-hint" method="post" noValidate onSubmit={(event) => void send(event)}>
      {product ? <HintedProduct product={product} /> : null}
      {product ? <CopyLink url={product.url} /> : null}
      <p className="mb-5 text-quiet">
        <Trans>Someone would love to know what you’re wishing for. We’ll send them one email, and no more.</Trans>
      </p>
      <HiddenFields returnTo={to(path)} />
      {product ? <input type="hidden" name="variant_id" value={product.variantId} /> : null}
      {product?.isSized === false ? <input type="hidden" name="any_size" value="true" /> : null}
      <TextField
        ref={field}
        label={t`Send to`}
        name="recipient_email"
        type="email"
        autoComplete="off"
        required
        defaultValue={flash?.values?.['recipient_email']}
        error={recipientError}
      />
      <TextField
        label={t`Your name`}
        isOptional
        name="sender_name"
        autoComplete="given-name"
        maxLength={LONGEST_NAME}
        defaultValue={flash?.values?.['sender_name']}
        error={flash?.fields?.['sender_name']}
        className="mt-4"
      />
      <TextAreaField
        label={t`A few words from you`}
        isOptional
        name="message"
        rows={3}
        maxLength={LONGEST_NOTE}
        defaultValue={flash?.values?.['message']}
        error={flash?.fields?.['message']}
        className="mt-4"
      />
      {problem ? (
        <Notice tone="error" className="mt-4">
          {problem}
        </Notice>
      ) : null}
      <Button type="submit" busy={isBusy} className="mt-4 w-full">
        <Trans>Send hint</Trans>
      </Button>
      <p className="rr-mask mt-4 text-xs text-quiet">
        <Trans>Our email is signed with the name you enter here. Without one, it won’t say who it’s from.</Trans>
      </p>
    </form>
  )
}

/** @param props.url path of the product's page */
function CopyLink({ url }: { url: string }) {
  const { t } = useLingui()
  const { origin } = usePage()
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState<'copied' | 'select'>()
  const isHydrated = useHydrated()

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(origin + url)
      setStatus('copied')
    } catch {
      // The browser denies access to the clipboard. The link remains selected, so that the shopper can copy it.
      setStatus('select')
    }
  }

  return (
    <div className="mb-5">
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          readOnly
          value={origin + url}
          aria-label={t`Link to this piece`}
          className="min-h-11 min-w-0 grow basis-40 rounded-sm border border-edge bg-surface px-3 text-sm text-quiet"
        />
        {isHydrated ? (
          <button
            type="button"
            onClick={() => void copy()}
            className="min-h-11 min-w-0 rounded-sm border border-edge px-4 text-sm font-medium hover:border-ink"
          >
            <Trans>Copy link</Trans>
          </button>
        ) : null}
      </div>
      <p role="status" className="mt-1 text-sm text-quiet">
        {status === 'copied' ? <Trans>Link copied.</Trans> : null}
        {status === 'select' ? <Trans>The link is selected: copy it from here.</Trans> : null}
      </p>
    </div>
  )
}

function HintedProduct({ product: { title, facts, image } }: { product: HintProduct }) {
  return (
    <div className="mb-5 flex items-center gap-4">
      {image ? (
        <div className="w-20 shrink-0">
          <ResponsiveImage image={image} sizes="5rem" />
        </div>
      ) : null}
      <div className="min-w-0">
        <p className="display text-xl">{title}</p>
        <p className="dotted-row mt-1 text-sm text-quiet">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
    </div>
  )
}
