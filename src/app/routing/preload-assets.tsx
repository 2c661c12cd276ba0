import { preinit, preload, preloadModule } from 'react-dom'

import type { PageAssets } from '#shared/page/page-module.ts'

import { fontFiles } from '../ui/font-files.ts'
import { usePage } from './page-context.tsx'

/** Server only: puts what the page needs into its head, so that nothing is found late. */
export function PreloadAssets({ styles, modules }: PageAssets) {
  const { locale } = usePage()
  for (const href of styles) preinit(href, { as: 'style', precedence: 'default' })
  for (const href of fontFiles(locale)) preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  for (const href of modules) preloadModule(href)
  return null
}
