/** Development only. Installs React's refresh runtime before any component is loaded. */
import '@vitejs/plugin-react/preamble'

// The import is dynamic, because a static one would be evaluated before this file's body.
await import('./entry.client.ts')
