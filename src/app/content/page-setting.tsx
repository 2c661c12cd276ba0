import { createContext, useContext } from 'react'

import { NO_PARTS, type PartsData } from './load-parts.ts'

/** What the parts of a page have to know of it. */
export interface PageSetting {
  parts: PartsData
  /** Parts among a text stand closer to it than parts that are the page. */
  isText: boolean
}

const SettingContext = createContext<PageSetting>({ parts: NO_PARTS, isText: false })

export const PageSettingProvider = SettingContext

export function usePageSetting(): PageSetting {
  return useContext(SettingContext)
}

/** The room above a part. */
export function usePartSpace(): string {
  return usePageSetting().isText ? 'pt-14 md:pt-20' : 'pt-16 md:pt-24 lg:pt-28'
}
