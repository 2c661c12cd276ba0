interface ImportMeta {
  readonly env: {
    /** Whether this is the half of the build that renders in Node. */
    readonly SSR: boolean
    /** True under `npm run dev`. */
    readonly DEV: boolean
  }
}
