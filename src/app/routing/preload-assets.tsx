import { preinit, preload, preloadModule, type PreloadModuleOptions } from 'react-dom'

import type { Locale } from '#shared/i18n/locale.ts'
import type { PageAssets } from '#shared/page/page-module.ts'

import { fontFiles } from '../ui/font-files.ts'

/** React passes the priority on; its types do not know it yet. */
const BEHIND_THE_REST = { as: 'script', fetchPriority: 'low' } as PreloadModuleOptions

/**
 * Server only: puts what the page needs into its head, so that nothing is found late. Scripts come after what the
 * shopper sees: on a phone's line they would keep the styles, the letters and the first picture waiting.
 */
export function PreloadAssets({ locale, styles, modules }: PageAssets & { locale: Locale }) {
  for (const href of styles) preinit(href, { as: 'style', precedence: 'default' })
  for (const href of fontFiles(locale)) preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  for (const href of modules) preloadModule(href, BEHIND_THE_REST)
  return null
}
