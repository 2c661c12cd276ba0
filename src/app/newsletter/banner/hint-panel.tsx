import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

import { isEmailAddress } from '#shared/email/is-email-address.ts'
import type { Flash } from '#shared/shop-data.ts'

import { ActionForm, type FormProblem } from '../../forms/action-form.tsx'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { SiteType } from '../forms/form-parts.tsx'
import type { HintProduct } from './hint-product.ts'

interface HintPanelProps {
  product: HintProduct | null
  /** Without its language. The form returns there without JavaScript. */
  path: string
  /** Known if this browser has subscribed. */
  sender: string | undefined
  /** Another one hides the problem. */
  tab: string
  flash: Flash | null
  onSent: (recipient: string) => void
}

const THANKS_AFTER_MS = 500
const LONGEST_NOTE = 500
const LONGEST_NAME = 40

export function HintPanel({ product, path, sender, tab, flash, onSent }: HintPanelProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const [sentTo, setSentTo] = useState<string>()

  useEffect(() => {
    if (sentTo === undefined) return undefined
    const timer = setTimeout(() => onSent(sentTo), THANKS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [sentTo, onSent])

  function check({ recipient_email: recipient = '' }: Record<string, string>): FormProblem | null {
    if (isEmailAddress(recipient)) return null
    return { message: '', fields: { recipient_email: t`Please enter a valid email address for the recipient.` } }
  }

  return (
    <ActionForm
      action="/api/drop-a-hint"
      returnTo={to(path)}
      flash={flash}
      scope={tab}
      failed={t`We couldn’t send your hint. Please try again in a moment.`}
      check={check}
      onDone={(_, fields) => setSentTo(fields['recipient_email'])}
    >
      {({ isBusy, problem, notice, values }) => (
        <>
          {product ? <HintedProduct product={product} /> : null}
          {product ? <CopyLink url={product.url} /> : null}
          <p className="mb-5 text-quiet">
            <Trans>Someone would love to know what you’re wishing for. We’ll send them one email, and no more.</Trans>
          </p>
          <SiteType />
          <input type="hidden" name="sender_email" value={sender ?? ''} />
          {product ? <input type="hidden" name="variant_id" value={product.variantId} /> : null}
          {product?.isSized === false ? <input type="hidden" name="any_size" value="true" /> : null}
          <TextField
            label={t`Send to`}
            name="recipient_email"
            type="email"
            autoComplete="off"
            required
            defaultValue={values['recipient_email']}
            error={problem?.fields?.['recipient_email']}
          />
          <TextField
            label={t`Your name`}
            isOptional
            name="sender_name"
            autoComplete="given-name"
            maxLength={LONGEST_NAME}
            defaultValue={values['sender_name']}
            error={problem?.fields?.['sender_name']}
            className="mt-4"
          />
          <TextAreaField
            label={t`A few words from you`}
            isOptional
            name="message"
            rows={3}
            maxLength={LONGEST_NOTE}
            defaultValue={values['message']}
            error={problem?.fields?.['message']}
            className="mt-4"
          />
          {problem?.message ? <div className="mt-4">{notice}</div> : null}
          <Button type="submit" busy={isBusy || sentTo !== undefined} className="mt-4 w-full">
            <Trans>Send hint</Trans>
          </Button>
          <p className="rr-mask mt-4 text-xs text-quiet">
            <Trans>Our email is signed with the name you enter here. Without one, it won’t say who it’s from.</Trans>
          </p>
        </>
      )}
    </ActionForm>
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
