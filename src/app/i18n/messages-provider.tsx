import type { I18n } from '@lingui/core'
import { LinguiContext } from '@lingui/react'
import { useMemo, type ReactNode } from 'react'

/**
 * Hands down the words of a page. Lingui's own provider also tells everybody when words are added, and all that speaks
 * is rendered again at once: here anyone who needs more words waits for them before it stands on the page.
 */
export function MessagesProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const localized = useMemo(() => ({ i18n, _: i18n._.bind(i18n) }), [i18n])
  return <LinguiContext value={localized}>{children}</LinguiContext>
}
