import type { HydrationState } from 'react-router'

import type { Page } from '#shared/page/page-module.ts'

export interface PageState extends Page {
  hydration: HydrationState
}

export const PAGE_STATE_ID = 'page-state'

/** JSON for a script element: `<` and the Unicode line separators are escaped. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}
