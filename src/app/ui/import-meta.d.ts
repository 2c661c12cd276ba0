interface ImportMeta {
  readonly env: {
    /** True in the part of the build that renders in Node. */
    readonly SSR: boolean
    /** True under `npm run dev`. */
    readonly DEV: boolean
  }
}
