declare module 'draco3dgltf' {
  export function createEncoderModule(): Promise<unknown>
}
