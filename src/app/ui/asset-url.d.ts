declare module '*?url' {
  /** The file's address in this build. */
  const address: string
  export default address
}
