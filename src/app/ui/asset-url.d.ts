declare module '*?url' {
  /** URL of the file in this build. */
  const address: string
  export default address
}
