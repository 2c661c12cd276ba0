import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { forcedTheme, themeOf } from '#app/shell/color-mode/color-mode.ts'
import { COLORS } from '#shared/shop/colors.ts'

t.test('the shopper sees the chosen color mode on any device', async (t) => {
  for (const isSystemDark of [true, false]) {
    t.equal(themeOf('light', undefined, isSystemDark), 'light')
    t.equal(themeOf('dark', undefined, isSystemDark), 'dark')
  }
})

t.test('without a valid choice the shopper sees the color mode of the device', async (t) => {
  for (const chosen of ['system', undefined, null, '', 'DARK', 'sepia']) {
    t.equal(themeOf(chosen, undefined, true), 'dark')
    t.equal(themeOf(chosen, undefined, false), 'light')
  }
})

t.test('a page with a fixed color mode ignores the choice', async (t) => {
  for (const chosen of ['system', 'light', 'dark']) {
    t.equal(themeOf(chosen, 'dark', false), 'dark')
    t.equal(themeOf(chosen, 'light', true), 'light')
  }
})

t.test('a page may fix light or dark; any other value is ignored with a warning that names the page', async (t) => {
  const warnings = t.capture(console, 'warn', () => undefined)
  t.equal(forcedTheme({ layout: 'shop', colorMode: 'light' }, 'pages/gallery'), 'light')
  t.equal(forcedTheme({ layout: 'shop', colorMode: 'dark' }, 'pages/gallery'), 'dark')
  t.equal(forcedTheme({ layout: 'shop' }, 'pages/gallery'), undefined)
  t.equal(forcedTheme(undefined, undefined), undefined)
  t.same(warnings(), [], 'valid pages cause no warning')

  for (const colorMode of ['system', 'sepia', '', null, 1, {}]) {
    t.equal(forcedTheme({ colorMode }, 'pages/gallery'), undefined, JSON.stringify(colorMode))
    const [warning, ...others] = warnings()
    t.match(warning?.args[0], /pages\/gallery/)
    t.same(others, [])
  }
})

t.test('the theme color of the browser is the background color', async (t) => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../../src/app', file), 'utf8')
  const inTokens = [...read('styles/tokens.css').matchAll(/--paper: (#\w{6});/g)].map(([, color]) => color)
  t.match(read('shell/color-mode/color-mode-head.tsx'), 'PAPER: Record<Theme, string> = COLORS.paper')
  t.same(Object.values(COLORS.paper), inTokens)
})
