import { useLingui } from '@lingui/react/macro'

import { CloseIcon } from '../icons.tsx'

interface CloseButtonProps {
  /** Where it stands. */
  className: string
  onClose: () => void
}

/** The way out of an overlay that everybody looks for in its corner. */
export function CloseButton({ className, onClose }: CloseButtonProps) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      onClick={onClose}
      aria-label={t`Close`}
      className={`flex size-11 items-center justify-center rounded-full text-quiet transition-colors hover:text-ink ${className}`}
    >
      <CloseIcon />
    </button>
  )
}
