import type { I18n } from '@lingui/core'
import { LinguiContext } from '@lingui/react'
import { useMemo, type ReactNode } from 'react'

/** Unlike Lingui's provider, renders nothing again for added messages: a component mounts after its messages. */
export function MessagesProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const localized = useMemo(() => ({ i18n, _: i18n._.bind(i18n) }), [i18n])
  return <LinguiContext value={localized}>{children}</LinguiContext>
}
