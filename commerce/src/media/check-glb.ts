const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8

const MOST_VERTICES = 1_000_000
/** Of all accessors: five attributes of each vertex and two triangles a vertex. An accessor may claim more than there are bytes. */
const MOST_VALUES = 11 * MOST_VERTICES

const DAMAGED = 'The model is damaged or incomplete. Export it again as glTF 2.0 binary (.glb).'

/** The part of glTF that is checked. */
interface Gltf {
  asset: { version: string }
  buffers?: { uri?: string }[]
  images?: unknown[]
  accessors?: { count: number }[]
  meshes?: { primitives: { attributes: Record<string, number> }[] }[]
}

class ModelError extends Error {}

/** @returns what is wrong with a .glb and what to do, in sentences for the staff; undefined if the shop can show it */
export function checkGlb(bytes: Uint8Array) {
  try {
    const gltf = readGltf(bytes)
    checkContent(gltf)
    checkSize(gltf)
    return undefined
  } catch (error) {
    // A file that lies makes reads leave the bytes, or JSON of another shape: any error is one of the file.
    return error instanceof ModelError ? error.message : DAMAGED
  }
}

function readGltf(bytes: Uint8Array): Gltf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== MAGIC)
    throw new ModelError('This is no model, whatever its name. Export it as glTF 2.0 binary (.glb).')
  const version = view.getUint32(4, true)
  if (version !== 2) throw new ModelError(`The model is glTF ${version}. Export it as glTF 2.0 binary (.glb).`)
  if (view.getUint32(8, true) !== bytes.length) throw new ModelError(DAMAGED)
  const chunks = new Map<number, Uint8Array>()
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const length = view.getUint32(at, true)
    const type = view.getUint32(at + 4, true)
    at += CHUNK_HEADER_BYTES
    if (at + length > bytes.length) throw new ModelError(DAMAGED)
    if (!chunks.has(type)) chunks.set(type, bytes.subarray(at, at + length))
    at += length
  }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(chunks.get(JSON_CHUNK))
  const gltf = JSON.parse(text) as Gltf
  if (!gltf.asset.version.startsWith('2.')) throw new ModelError(DAMAGED)
  return gltf
}

function checkContent({ buffers = [], images = [] }: Gltf) {
  if (buffers.some(({ uri }) => uri !== undefined))
    throw new ModelError('The model refers to other files. Export it as one .glb.')
  if (images.length > 0)
    throw new ModelError('The model has textures. The shop draws metal and stones by itself: export it without them.')
}

function checkSize({ meshes = [], accessors = [] }: Gltf) {
  const counts = accessors.map(({ count }) => count)
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) throw new ModelError(DAMAGED)
  const positions = meshes.flatMap(({ primitives }) => primitives.map(({ attributes }) => attributes['POSITION']))
  const used = [...new Set(positions)].filter((accessor) => accessor !== undefined)
  const vertices = sum(used.map((accessor) => counts[accessor] ?? Number.NaN))
  if (Number.isNaN(vertices)) throw new ModelError(DAMAGED)
  if (vertices === 0) throw new ModelError('The model is empty. Select the piece and export it again.')
  if (vertices > MOST_VERTICES)
    throw new ModelError(
      `The model has ${vertices.toLocaleString('en')} vertices; at most ${MOST_VERTICES.toLocaleString('en')}. Reduce the mesh and export it again.`,
    )
  if (sum(counts) > MOST_VALUES) throw new ModelError(DAMAGED)
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}
