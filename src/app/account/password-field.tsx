import { useLingui } from '@lingui/react/macro'

import { TextField } from '../ui/field.tsx'

interface PasswordFieldProps {
  isNew?: boolean
  name?: string
  label?: string
  error?: string
}

/** A new password needs at least 10 characters. */
export function PasswordField({ isNew = false, name = 'password', label, error }: PasswordFieldProps) {
  const { t } = useLingui()
  const ownLabel = isNew ? t`Password, at least 10 characters` : t`Password`
  return (
    <TextField
      label={label ?? ownLabel}
      name={name}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      maxLength={128}
      required
      error={error}
    />
  )
}
