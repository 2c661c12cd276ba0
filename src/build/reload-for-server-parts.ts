import type { Plugin } from 'vite'

/** Vite itself updates only modules that the browser has loaded, so not the footer, for example. */
export function reloadForServerParts(): Plugin {
  return {
    name: 'reload-for-server-parts',
    apply: 'serve',
    hotUpdate({ file, modules, server }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return
      const { hot, moduleGraph } = server.environments.client
      // An entry without an id is a file that a style sheet depends on, as Tailwind's does on all sources.
      const isInBrowser = [...(moduleGraph.getModulesByFile(file) ?? [])].some(({ id }) => id !== null)
      if (!isInBrowser) hot.send({ type: 'full-reload' })
    },
  }
}
