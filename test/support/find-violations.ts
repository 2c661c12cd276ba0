import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules that depend on the theme. All other rules need only one theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

export async function findViolations(page: Page, isSeen = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(
    async (options: RunOptions) => {
      const { axe } = globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
      return (await axe.run(options)).violations
    },
    { runOnly: isSeen ? COLOR_RULES : RULES, resultTypes: ['violations' as const] },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, reason = ''] = failureSummary.split('\n')
      return `${id}: ${target.flat().join(' ')} (${reason.trim()})`
    }),
  )
}
