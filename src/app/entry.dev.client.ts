/** Development only: React's refresh runtime must stand before any component is loaded. */
const refresh = '/@react-refresh'
const { injectIntoGlobalHook } = (await import(/* @vite-ignore */ refresh)) as {
  injectIntoGlobalHook: (target: Window) => void
}
injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
await import('./entry.client.ts')

export {}
