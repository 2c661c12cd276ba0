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
  /** Whether fingers touch it. */
  isPhone: boolean
  /** Whether names of the code stand in it, which are of no language. */
  isOfCode?: boolean | undefined
}

/**
 * What keeps people out of a page, or of what stands open above it, that axe does not see: a line for each.
 * @param page in a window for people who asked that nothing moves; has its size and its colors again afterwards
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
