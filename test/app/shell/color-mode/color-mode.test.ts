import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { forcedTheme, themeOf } from '#app/shell/color-mode/color-mode.ts'

t.test('a shopper sees the light that they chose, on any device', async (t) => {
  for (const isSystemDark of [true, false]) {
    t.equal(themeOf('light', undefined, isSystemDark), 'light')
    t.equal(themeOf('dark', undefined, isSystemDark), 'dark')
  }
})

t.test('whoever chose nothing, or whose choice cannot be read, sees the light of their device', async (t) => {
  for (const chosen of ['system', undefined, null, '', 'DARK', 'sepia']) {
    t.equal(themeOf(chosen, undefined, true), 'dark')
    t.equal(themeOf(chosen, undefined, false), 'light')
  }
})

t.test('a page that keeps its own light is seen in it, whatever was chosen', async (t) => {
  for (const chosen of ['system', 'light', 'dark']) {
    t.equal(themeOf(chosen, 'dark', false), 'dark')
    t.equal(themeOf(chosen, 'light', true), 'light')
  }
})

t.test('a page may keep light or dark; to keep anything else is refused aloud, by the name of the page', async (t) => {
  const warnings = t.capture(console, 'warn', () => undefined)
  t.equal(forcedTheme({ layout: 'shop', colorMode: 'light' }, 'pages/gallery'), 'light')
  t.equal(forcedTheme({ layout: 'shop', colorMode: 'dark' }, 'pages/gallery'), 'dark')
  t.equal(forcedTheme({ layout: 'shop' }, 'pages/gallery'), undefined)
  t.equal(forcedTheme(undefined, undefined), undefined)
  t.same(warnings(), [], 'these are ordinary pages')

  for (const colorMode of ['system', 'sepia', '', null, 1, {}]) {
    t.equal(forcedTheme({ colorMode }, 'pages/gallery'), undefined, JSON.stringify(colorMode))
    const [warning, ...others] = warnings()
    t.match(warning?.args[0], /pages\/gallery/)
    t.same(others, [])
  }
})

t.test("the browser's bar has the colour of the paper", async (t) => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../../src/app', file), 'utf8')
  const inTokens = [...read('styles/tokens.css').matchAll(/--paper: (#\w{6});/g)].map(([, color]) => color)
  const inHead = /PAPER[^{]*\{ light: '(#\w{6})', dark: '(#\w{6})' \}/.exec(
    read('shell/color-mode/color-mode-head.tsx'),
  )
  t.same(inHead?.slice(1), inTokens)
})
