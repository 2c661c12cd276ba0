import type { I18n } from '@lingui/core'
import { LinguiContext } from '@lingui/react'
import { useMemo, type ReactNode } from 'react'

/**
 * Provides the messages of a page. Lingui's own provider renders every consumer again when messages are added. That is
 * not needed here, because a component that needs more messages is mounted after they are loaded.
 */
export function MessagesProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const localized = useMemo(() => ({ i18n, _: i18n._.bind(i18n) }), [i18n])
  return <LinguiContext value={localized}>{children}</LinguiContext>
}
