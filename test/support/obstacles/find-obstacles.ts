import type { Page } from 'playwright'

import type { Locale } from '#shared/i18n/locale.ts'

import { findForeignText } from './find-foreign-text.ts'
import { findHiddenStates } from './find-hidden-states.ts'
import { findMotion } from './find-motion.ts'
import { findOverflow } from './find-overflow.ts'
import { findSilentErrors } from './find-silent-errors.ts'
import { findSmallTargets } from './find-small-targets.ts'

interface ObstacleOptions {
  locale: Locale
  isPhone: boolean
  isOfCode?: boolean | undefined
}

/**
 * Accessibility problems of a page, or of its open overlay, that axe does not find: a line for each.
 * @param page in a window with reduced motion; its size and colors are restored afterwards
 */
export async function findObstacles(page: Page, { locale, isPhone, isOfCode }: ObstacleOptions): Promise<string[]> {
  const foreign = isOfCode ? [] : await page.evaluate(findForeignText, locale)
  const silent = await page.evaluate(findSilentErrors)
  const animated = await page.evaluate(findMotion)
  const small = await page.evaluate(findSmallTargets, isPhone)
  return [
    ...foreign,
    ...silent,
    ...animated,
    ...small,
    ...(await findHiddenStates(page)),
    ...(await findOverflow(page)),
  ]
}
