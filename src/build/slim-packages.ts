import type { Plugin } from 'vite'

/** What React's developer tools would call a component; a package that names its own cannot be shaken. */
const DISPLAY_NAME = /^[\w$]+\.displayName = "[^"]*";$/gm

/** Calls that only make something: what nobody uses of it may go. */
const MAKES = /(?<!\/\* @__PURE__ \*\/ )\bReact(?:\$\d)?\.(?:forwardRef|createContext|memo)\(/g

/** Where somebody else would watch the router at work. */
const WATCHED = /\bif \((?:init|opts\?)\.instrumentations\)/g

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
