import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { lazy, Suspense, type ComponentType } from 'react'

import { addMessages } from '../../i18n/load-i18n.ts'
import type { StockAlertProps } from './stock-alert.tsx'

let Alert: ComponentType<StockAlertProps> | undefined

/** The language of a document never changes. The server loads the messages with the page. */
function alertIn(i18n: I18n): ComponentType<StockAlertProps> {
  return (Alert ??= lazy(async () => {
    const [{ StockAlert }] = await Promise.all([
      import('./stock-alert.tsx'),
      import.meta.env.SSR ? undefined : addMessages(i18n, 'stockAlert'),
    ])
    return { default: StockAlert }
  }))
}

/** The form of a sold-out variant. Its script is loaded only for such a variant. */
export function StockAlertLater(props: StockAlertProps) {
  const Form = alertIn(useLingui().i18n)
  return (
    <Suspense fallback={<div className="h-59" />}>
      <Form {...props} />
    </Suspense>
  )
}
