import { useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'

import { isEmailAddress } from '#shared/email/is-email-address.ts'

import { ActionForm } from '../../forms/action-form.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/field.tsx'
import { ConsentText, SiteType } from './form-parts.tsx'

interface JoinFormProps {
  button: ReactNode
  /** The overlay popup sends no `site_type`. */
  isOverlay?: boolean
  onJoined: (email: string) => void
  onFailed?: () => void
}

export function JoinForm({ button, isOverlay = false, onJoined, onFailed }: JoinFormProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const alertId = useId()
  return (
    <ActionForm
      action="/api/email-subscribe"
      returnTo={to('/newsletter')}
      failed={t`Something went wrong. Please try again`}
      check={({ email = '' }) =>
        isEmailAddress(email) ? null : { message: t`Please enter a valid email`, fields: { email: '' } }
      }
      onDone={(_, { email = '' }) => onJoined(email)}
      {...(onFailed ? { onFailed } : {})}
    >
      {({ isBusy, problem, notice }) => (
        <>
          {isOverlay ? null : <SiteType />}
          <EmailField
            className="text-left"
            aria-invalid={problem?.fields !== undefined}
            aria-describedby={problem ? alertId : undefined}
          />
          {notice ? (
            <div id={alertId} className="mt-3 text-left">
              {notice}
            </div>
          ) : null}
          <Button type="submit" busy={isBusy} className="mt-3 w-full">
            {button}
          </Button>
          <ConsentText className="mt-3" />
        </>
      )}
    </ActionForm>
  )
}
