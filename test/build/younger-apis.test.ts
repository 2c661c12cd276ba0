import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

const CLIENT = join(import.meta.dirname, '../../dist/client')

/** Younger than Safari 16.4 or Firefox 115: how it looks in a script, and where the two have it. */
const YOUNGER: Record<string, { pattern: RegExp; safari: number; firefox: number }> = {
  'Promise.withResolvers': { pattern: /Promise\.withResolvers/, safari: 17.4, firefox: 121 },
  'Promise.try': { pattern: /Promise\.try\(/, safari: 18.2, firefox: 134 },
  'Map.groupBy': { pattern: /Map\.groupBy/, safari: 17.4, firefox: 119 },
  'Object.groupBy': { pattern: /Object\.groupBy/, safari: 17.4, firefox: 119 },
  'URL.canParse': { pattern: /URL\.canParse/, safari: 17, firefox: 115 },
  'URL.parse': { pattern: /URL\.parse\(/, safari: 18, firefox: 126 },
  toWellFormed: { pattern: /\.toWellFormed/, safari: 16.4, firefox: 119 },
  isWellFormed: { pattern: /\.isWellFormed/, safari: 16.4, firefox: 119 },
  'AbortSignal.any': { pattern: /AbortSignal\.any/, safari: 17.4, firefox: 124 },
  'methods of sets': {
    pattern: /\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    safari: 17,
    firefox: 127,
  },
  'helpers of iterators': {
    pattern: /\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|reduce|take|drop)\(/,
    safari: 18.4,
    firefox: 131,
  },
  'Iterator.from': { pattern: /\bIterator\.(?:from|prototype)/, safari: 18.4, firefox: 131 },
  'RegExp.escape': { pattern: /RegExp\.escape/, safari: 18.2, firefox: 134 },
  checkVisibility: { pattern: /\.checkVisibility\(/, safari: 17.4, firefox: 106 },
  'Uint8Array.fromBase64': { pattern: /Uint8Array\.fromBase64/, safari: 18.2, firefox: 133 },
  'Intl.Segmenter': { pattern: /Intl\.Segmenter/, safari: 14.1, firefox: 125 },
  'Symbol.dispose': { pattern: /Symbol\.(?:asyncD|d)ispose/, safari: 99, firefox: 135 },
  'sets in expressions': {
    pattern: /new RegExp\([^)]*,\s*[`'"][dgimsuy]*v[dgimsuy]*[`'"]\)/,
    safari: 17,
    firefox: 116,
  },
}
/** Has Safari 16.4, but its absence ends a whole script before: nothing needs it. */
const LOOKBEHIND = /\/(?:[^/\\\n]|\\.)*\(\?<[=!]/

/** Packages that ask before they use it, or that wait for a yes that no old browser is asked for. */
const GUARDED: Record<string, string[]> = { 'Intl.Segmenter': ['engraving-'] }

t.test('no script of the page uses what the oldest browser that buys with scripts has not', async (t) => {
  const polyfills = readFileSync(join(import.meta.dirname, '../../src/app/younger-apis.ts'), 'utf8')
  const scripts = scriptsOfBuild()
  t.ok(scripts.length > 50, 'the build is there')
  for (const [name, { pattern }] of Object.entries(YOUNGER)) {
    if (new RegExp(`${pattern.source} \\?\\?=`).test(polyfills) || polyfills.includes(`${name} ??=`)) continue
    const users = scripts.filter(
      ({ file, text }) => pattern.test(text) && !GUARDED[name]?.some((part) => file.startsWith(part)),
    )
    t.same(
      users.map(({ file }) => file),
      [],
      name,
    )
  }
  for (const { file, text } of scripts) {
    // A parser of expressions, which names what it refuses in strings.
    const code = text.replaceAll(/`[^`]*`/g, '``')
    t.notMatch(code, LOOKBEHIND, `${file} has no lookbehind`)
  }
})

t.test('every polyfill is of something that the scripts of the page use', async (t) => {
  const polyfills = readFileSync(join(import.meta.dirname, '../../src/app/younger-apis.ts'), 'utf8')
  const scripts = scriptsOfBuild().filter(({ file }) => !file.startsWith('index-'))
  for (const [, name = ''] of polyfills.matchAll(/^[\w.]*?(\w+) \?\?=/gm))
    t.ok(
      scripts.some(({ text }) => text.includes(`.${name}`)),
      name,
    )
})

/** The scripts of the newest build, which the manifest names; those of the ones before lie beside them. */
function scriptsOfBuild(): { file: string; text: string }[] {
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const files = new Set(
    Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.js')),
  )
  const present = new Set(readdirSync(join(CLIENT, 'assets')))
  return [...files]
    .map((file) => file.replace('assets/', ''))
    .filter((file) => present.has(file))
    .map((file) => ({ file, text: readFileSync(join(CLIENT, 'assets', file), 'utf8') }))
}
