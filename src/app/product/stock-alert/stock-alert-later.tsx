import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { lazy, Suspense, type ComponentType } from 'react'

import { addMessages } from '../../i18n/load-i18n.ts'
import { serverParts } from '../server-parts.ts'
import type { StockAlertProps } from './stock-alert.tsx'

let Alert: ComponentType<StockAlertProps> | undefined

/** The language of a document never changes. */
function alertIn(i18n: I18n): ComponentType<StockAlertProps> {
  return (Alert ??= lazy(async () => {
    const [alert] = await Promise.all([import('./stock-alert.tsx'), addMessages(i18n, 'stockAlert')])
    return { default: alert.StockAlert }
  }))
}

export function StockAlertLater(props: StockAlertProps) {
  const { i18n } = useLingui()
  const Form = serverParts.StockAlert ?? alertIn(i18n)
  return (
    <Suspense fallback={<div className="h-59" />}>
      <Form {...props} />
    </Suspense>
  )
}
