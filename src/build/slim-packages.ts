import type { Plugin } from 'vite'

/** What React's developer tools would call a component; a package that names its own cannot be shaken. */
const DISPLAY_NAME = /^[\w$]+\.displayName = "[^"]*";$/gm

/** Calls that only make something: what no one uses of it may go. */
const MAKES = /(?<!\/\* @__PURE__ \*\/ )\bReact(?:\$\d)?\.(?:forwardRef|createContext|memo)\(/g

/** Where someone else would watch the router at work. */
const WATCHED = /\bif \((?:init|opts\?)\.instrumentations\)/g

/**
 * Of the router in a browser what ours never asks it for: forms and actions, fetchers, blockers, routes that are found
 * later, middleware, components of the server, transitions between views, advice to developers. What nothing leads to
 * any more is left out with it.
 */
export const UNASKED: readonly [asks: RegExp, instead: string][] = [
  [
    /^\t\t(?:fetch|getFetcher|resetFetcher|deleteFetcher: queueFetcherForDeletion|getBlocker|deleteBlocker|patchRoutes|_internalSetRoutes),$/gm,
    '',
  ],
  [/opts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, 'false'],
  [/\bif \(!opts \|\| !isSubmissionNavigation\(opts\)\) (?=return)/g, ''],
  [/\bif \(blockerKey(?: && delta != null)?\)/g, 'if (false)'],
  [/\binit\.patchRoutesOnNavigation\b/g, 'void 0'],
  [/\bif \(isFogOfWar\)/g, 'if (false)'],
  [/\bfuture\.unstable_customRouteDiscovery\b/g, 'false'],
  [/\bif \(opts\?\.mask\)/g, 'if (false)'],
  [/\bif \(!args\.matches\.some\(\(m\) => m\.route\.middleware\)\) (?=return defaultDataStrategy)/g, ''],
  [/\bif \(this\.context(?=\)| &&)/g, 'if (false'],
  [/\bif \(!viewTransitionOpts \|\| !isViewTransitionAvailable\)/g, 'if (true)'],
  [/^\t+warn(?:ing|ingOnce|Once)\(.*\);$/gm, ''],
]

/** Where Lingui writes a number that a sentence counts. */
const FORMATS_NUMBER = /^function number\(locales, value, format\) \{$/m

/** Tailwind's reset names every pseudo-element, so that browsers work out a style for two of each element. */
const EVERY_PSEUDO_ELEMENT = /(?<=\*),\s*::?after,\s*::?before,\s*::backdrop(?:,\s*::file-selector-button)?(?=\s*\{)/

/** Leaves out of the packages what no browser of ours runs: the router's own links and forms, old Reacts, hints. */
export function slimPackages(): Plugin[] {
  return [
    {
      name: 'slim-router',
      apply: 'build',
      transform: {
        filter: { id: /\/react-router\/dist\/.*\.m?js$/ },
        handler: (code) => ({
          code: code.replace(DISPLAY_NAME, '').replace(MAKES, '/* @__PURE__ */ $&').replace(WATCHED, 'if (false)'),
          map: null,
        }),
      },
    },
    {
      name: 'slim-router-in-browsers',
      apply: 'build',
      applyToEnvironment: (environment) => environment.name === 'client',
      transform: {
        filter: { id: /\/react-router\/dist\/.*\.js$/ },
        handler: (code) => ({
          code: UNASKED.reduce((left, [asks, instead]) => left.replaceAll(asks, instead), code),
          map: null,
        }),
      },
    },
    {
      name: 'slim-numbers',
      apply: 'build',
      transform: {
        filter: { id: /\/@lingui\/core\/dist\/index\.mjs$/ },
        handler(code) {
          if (!FORMATS_NUMBER.test(code)) this.error('Lingui formats its numbers in another way than is known here')
          // In both languages these digits are all there is to it; a formatter costs a slow phone 40 ms to make.
          const small = 'if (!format && Number.isInteger(value) && value >= 0 && value < 1000) return String(value)'
          return { code: code.replace(FORMATS_NUMBER, `$&\n  ${small}`), map: null }
        },
      },
    },
    {
      name: 'slim-reset',
      apply: 'build',
      transform: {
        filter: { id: /\/styles\.css$/ },
        handler(code) {
          if (!EVERY_PSEUDO_ELEMENT.test(code)) this.error("Tailwind's reset is not the one that is known here")
          return { code: code.replace(EVERY_PSEUDO_ELEMENT, ''), map: null }
        },
      },
    },
    {
      name: 'slim-imports',
      enforce: 'pre',
      apply: 'build',
      applyToEnvironment: (environment) => environment.name === 'client',
      resolveId: {
        filter: { id: /^use-sync-external-store\/shim$/ },
        handler() {
          return this.resolve('react')
        },
      },
      load: {
        filter: { id: /vite\/preload-helper/ },
        handler: () => 'export const __vitePreload = (load) => load()',
      },
    },
  ]
}
