import type { Plugin } from 'vite'

/**
 * Parts of react-router that no page uses, with their replacements. A bundler cannot detect it, since one function
 * creates the whole router and decides at run time. A cold product page would load 6.2 kB more (gzip), and the budget
 * has room for only 0.5 kB.
 */
export const UNUSED_PARTS: readonly [code: RegExp, replacement: string][] = [
  [
    /^\t\t(?:fetch|getFetcher|resetFetcher|deleteFetcher: queueFetcherForDeletion|getBlocker|deleteBlocker|patchRoutes|_internalSetRoutes),$/gm,
    '',
  ],
  [/opts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, 'false'],
  [/\bif \(!opts \|\| !isSubmissionNavigation\(opts\)\) (?=return)/g, ''],
  [/\bif \(init\.instrumentations\)/g, 'if (false)'],
  [/\bif \(isFogOfWar\)/g, 'if (false)'],
  [/\bif \(this\.context(?=\)| &&)/g, 'if (false'],
  [/^\t+warn(?:ing|ingOnce|Once)\(.*\);$/gm, ''],
]

export function slimPackages(): Plugin[] {
  return [
    {
      name: 'slim-router',
      apply: 'build',
      applyToEnvironment: (environment) => environment.name === 'client',
      transform: {
        filter: { id: /\/react-router\/dist\/.*\.js$/ },
        handler: (code) => ({
          code: UNUSED_PARTS.reduce((left, [part, replacement]) => left.replaceAll(part, replacement), code),
          map: null,
        }),
      },
    },
    {
      // Vite's own helper also loads style sheets and preloads modules for each import. Here the server does that.
      name: 'slim-preload-helper',
      enforce: 'pre',
      apply: 'build',
      applyToEnvironment: (environment) => environment.name === 'client',
      load: {
        filter: { id: /vite\/preload-helper/ },
        handler: () => 'export const __vitePreload = (load) => load()',
      },
    },
  ]
}
