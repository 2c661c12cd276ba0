import { useLingui } from '@lingui/react/macro'

import { LONGEST_NAME } from '#shared/account/longest-name.ts'

import { TextField } from '../ui/field.tsx'

interface NameFieldsProps {
  first: string | null | undefined
  last: string | null | undefined
  isOptional?: boolean
}

export function NameFields({ first, last, isOptional = false }: NameFieldsProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t`First name`}
        name="first_name"
        autoComplete="given-name"
        maxLength={LONGEST_NAME}
        isOptional={isOptional}
        defaultValue={first ?? ''}
      />
      <TextField
        label={t`Last name`}
        name="last_name"
        autoComplete="family-name"
        maxLength={LONGEST_NAME}
        isOptional={isOptional}
        defaultValue={last ?? ''}
      />
    </div>
  )
}
