/** Checks every page and overlay with axe, in both locales, in all window widths and themes. */
import { inviteGuests } from '#test/support/guests.ts'
import { inspectScenarios, viewsOf } from '#test/support/inspect-scenarios.ts'
import { openBrowser, openProgramShop } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch } from '#test/support/program.ts'
import { STAGE, listScenarios } from '#test/support/scenarios.ts'

await using t = openProgram()
const { url: origin } = await openProgramShop(t, 'prove-accessible', STAGE)
const browser = await openBrowser(t)
const seconds = startWatch()
const scenarios = await listScenarios(origin)
const guests = await inviteGuests(browser, origin)
const { combinations, violations } = await inspectScenarios({ browser, origin, scenarios, guests, viewsOf })
for (const violation of violations) console.log(violation)
check('accessible', violations.length === 0, {
  scenarios: scenarios.length,
  combinations,
  violations: violations.length,
  seconds: seconds(),
})
