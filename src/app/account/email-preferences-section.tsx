import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { EmailPreferences } from '#shared/account/account.ts'

import { LanguageRadios } from '../newsletter/email-links/language-radios.tsx'
import { usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/check-field.tsx'

interface EmailPreferencesSectionProps {
  preferences: EmailPreferences
  /** Hidden fields of the form. */
  hiddenFields: ReactNode
}

export function EmailPreferencesSection({ preferences, hiddenFields }: EmailPreferencesSectionProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { newsletter, hints, language } = preferences
  return (
    <section aria-labelledby="preferences">
      <h2 id="preferences" className="display text-xl">
        <Trans>Emails from us</Trans>
      </h2>
      <form action="/api/account/email-preferences" method="post" className="mt-4 flex flex-col gap-3">
        {hiddenFields}
        {/* A browser does not send an unchecked box. */}
        <input type="hidden" name="newsletter" value="false" />
        <input type="hidden" name="hints" value="false" />
        <Checkbox
          label={t`Newsletter`}
          hint={t`See new pieces first, and hear about sales before they start.`}
          name="newsletter"
          value="true"
          defaultChecked={newsletter}
        />
        <Checkbox
          label={t`Gift hints`}
          hint={t`Friends and family can email you a hint about a piece they’d love.`}
          name="hints"
          value="true"
          defaultChecked={hints}
        />
        <fieldset className="mt-2">
          <legend className="text-sm text-quiet">
            <Trans>Language of the newsletter</Trans>
          </legend>
          <div className="flex flex-wrap gap-x-8">
            <LanguageRadios chosen={language ?? locale} />
          </div>
        </fieldset>
        <Button type="submit" className="mt-3 max-sm:w-full sm:self-start">
          <Trans>Save preferences</Trans>
        </Button>
      </form>
    </section>
  )
}
