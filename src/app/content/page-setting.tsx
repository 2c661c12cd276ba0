import { createContext, useContext } from 'react'

import { NO_PARTS, type PartsData } from './load-parts.ts'

export interface PageSetting {
  parts: PartsData
  /** Parts within a text have less space above them than parts of a landing page. */
  isText: boolean
}

const SettingContext = createContext<PageSetting>({ parts: NO_PARTS, isText: false })

export const PageSettingProvider = SettingContext

export function usePageSetting(): PageSetting {
  return useContext(SettingContext)
}

export function usePartSpace(): string {
  return usePageSetting().isText ? 'pt-14 md:pt-20' : 'pt-16 md:pt-24 lg:pt-28'
}
