import type { Plugin } from 'vite'

/** Vite itself updates only modules that the browser has loaded, so not the footer, for example. */
export function reloadForServerParts(): Plugin {
  return {
    name: 'reload-for-server-parts',
    apply: 'serve',
    hotUpdate({ file, modules, server }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return
      const { hot, moduleGraph } = server.environments.client
      // Unlike others, a module that the browser has fetched knows whether it accepts itself.
      const isInBrowser = [...(moduleGraph.getModulesByFile(file) ?? [])].some(
        ({ id, isSelfAccepting }) => id !== null && isSelfAccepting !== undefined,
      )
      if (!isInBrowser) hot.send({ type: 'full-reload' })
    },
  }
}
