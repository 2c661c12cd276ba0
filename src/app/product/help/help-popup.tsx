import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { Popup } from '../../ui/overlays/popup.tsx'

interface HelpPopupProps {
  title: ReactNode
  url: URL
  onClose: () => void
  children: ReactNode
}

export function HelpPopup({ title, url, onClose, children }: HelpPopupProps) {
  return (
    <Popup onClose={onClose} className="max-w-xl" titleClass="pr-6 text-3xl" title={title}>
      {children}
      <a href={url.pathname} className="quiet-link mt-6 inline-flex min-h-11 items-center text-sm font-medium">
        <Trans>Read the full article</Trans>
      </a>
    </Popup>
  )
}
