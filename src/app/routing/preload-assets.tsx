import { preinit, preload } from 'react-dom'

import type { Locale } from '#shared/i18n/locale.ts'
import type { PageAssets } from '#shared/page/page-module.ts'

import { fontFiles } from '../ui/font-files.ts'

/** Server only: puts what the page needs into its head, so that nothing is found late; its scripts as the entry reads them. */
export function PreloadAssets({ locale, styles, modules }: PageAssets & { locale: Locale }) {
  for (const href of styles) preinit(href, { as: 'style', precedence: 'default' })
  for (const href of fontFiles(locale)) preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return modules.length > 0 ? <meta name="scripts" content={modules.join(' ')} /> : null
}
