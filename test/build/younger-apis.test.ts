import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

const CLIENT = join(import.meta.dirname, '../../dist/client')

/** Younger than Safari 16.4 or Firefox 115, and how it looks in a script. */
const YOUNGER: Record<string, RegExp> = {
  'Promise.withResolvers': /Promise\.withResolvers/,
  'Promise.try': /Promise\.try\(/,
  'Map.groupBy': /Map\.groupBy/,
  'Object.groupBy': /Object\.groupBy/,
  'URL.canParse': /URL\.canParse/,
  'URL.parse': /URL\.parse\(/,
  toWellFormed: /\.toWellFormed/,
  isWellFormed: /\.isWellFormed/,
  'AbortSignal.any': /AbortSignal\.any/,
  'methods of sets': /\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  'helpers of iterators': /\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|reduce|take|drop)\(/,
  'Iterator.from': /\bIterator\.(?:from|prototype)/,
  'RegExp.escape': /RegExp\.escape/,
  checkVisibility: /\.checkVisibility\(/,
  'Uint8Array.fromBase64': /Uint8Array\.fromBase64/,
  'Intl.Segmenter': /Intl\.Segmenter/,
  'Symbol.dispose': /Symbol\.(?:asyncD|d)ispose/,
  'sets in expressions': /new RegExp\([^)]*,\s*[`'"][dgimsuy]*v[dgimsuy]*[`'"]\)/,
}
/** Has Safari 16.4, but its absence ends a whole script before: nothing needs it. */
const LOOKBEHIND = /\/(?:[^/\\\n]|\\.)*\(\?<[=!]/

/** Packages that ask before they use it, or that wait for a yes that no old browser is asked for. */
const GUARDED: Record<string, string[]> = {
  'Intl.Segmenter': ['engraving-'],
  'AbortSignal.any': ['model-viewer-', 'three.core-'],
}

t.test('no script of the page uses what the oldest browser that buys with scripts has not', async (t) => {
  const polyfills = readFileSync(join(import.meta.dirname, '../../src/app/younger-apis.ts'), 'utf8')
  const scripts = scriptsOfBuild()
  t.ok(scripts.length > 50, 'the build is there')
  for (const [name, pattern] of Object.entries(YOUNGER)) {
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
