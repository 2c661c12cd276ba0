interface ImportMeta {
  readonly env: {
    readonly SSR: boolean
    readonly DEV: boolean
  }
}
