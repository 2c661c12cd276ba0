interface Chunk {
  type: number
  bytes: Uint8Array
  /** What the chunk says of itself, if it lies. */
  claimed?: number
}

export const JSON_CHUNK = 0x4e4f534a
export const BINARY_CHUNK = 0x004e4942

/** What a `.glb` of one mesh describes. */
export function describeModel(vertices: number): Record<string, unknown> {
  return {
    asset: { version: '2.0' },
    accessors: [{ componentType: 5126, type: 'VEC3', count: vertices }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  }
}

export function makeGlb(gltf: object | string): Uint8Array<ArrayBuffer> {
  return joinChunks([
    { type: JSON_CHUNK, bytes: Buffer.from(typeof gltf === 'string' ? gltf : JSON.stringify(gltf)) },
    { type: BINARY_CHUNK, bytes: new Uint8Array(40) },
  ])
}

export function joinChunks(chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const parts = chunks.flatMap(({ type, bytes, claimed = bytes.length }) => [numbers(claimed, type), bytes])
  const length = 12 + parts.reduce((sum, part) => sum + part.length, 0)
  return new Uint8Array(Buffer.concat([numbers(0x46546c67, 2, length), ...parts]))
}

function numbers(...values: number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
