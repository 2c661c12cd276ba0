import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** What may be wider than a phone scrolls in itself, and by keyboard as well. */
export function Scrolling({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing inside takes the focus that scrolling needs
    <div role="group" aria-label={t`Scrolls sideways`} tabIndex={0} className="wide-in-prose overflow-x-auto">
      {children}
    </div>
  )
}
