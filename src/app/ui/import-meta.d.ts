interface ImportMeta {
  readonly glob: <Module>(pattern: string) => Record<string, () => Promise<Module>>
  readonly env: {
    readonly SSR: boolean
    readonly DEV: boolean
  }
}
