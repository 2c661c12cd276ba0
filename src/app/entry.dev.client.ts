/** Development only: installs the refresh runtime of React before any component is loaded. */
import '@vitejs/plugin-react/preamble'

// A static import would be evaluated in the same pass, and its own imports before this file's body.
await import('./entry.client.ts')
