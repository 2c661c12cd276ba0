import { useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'

import { isEmailAddress } from '#shared/email/is-email-address.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConsentText, HiddenFields, honeypotOf } from './form-parts.tsx'
import { subscribe } from './newsletter-api.ts'

interface JoinFormProps {
  button: ReactNode
  isOverlay?: boolean
  onJoined: (email: string) => void
  onFailed?: () => void
}

export function JoinForm({ button, isOverlay = false, onJoined, onFailed }: JoinFormProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  const alertId = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ message: string; isAddress: boolean }>()

  async function join(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.elements.namedItem('email') as HTMLInputElement
    const email = field.value.trim()
    if (isBusy) return
    if (!isEmailAddress(email)) {
      setProblem({ message: t`Please enter a valid email`, isAddress: true })
      field.focus()
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      await subscribe({ email, locale, website: honeypotOf(form), isOverlay })
      onJoined(email)
    } catch {
      setProblem({ message: t`Something went wrong. Please try again`, isAddress: false })
      setBusy(false)
      onFailed?.()
    }
  }

  return (
    <form action="/api/email-subscribe" method="post" noValidate onSubmit={(event) => void join(event)}>
      <HiddenFields returnTo={to('/newsletter')} />
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="email"
        required
        className="text-left"
        aria-invalid={problem?.isAddress}
        aria-describedby={problem ? alertId : undefined}
      />
      {problem ? (
        <div id={alertId} className="mt-3 text-left">
          <Notice tone="error">{problem.message}</Notice>
        </div>
      ) : null}
      <Button type="submit" busy={isBusy} className="mt-3 w-full">
        {button}
      </Button>
      <ConsentText className="mt-3" />
    </form>
  )
}
