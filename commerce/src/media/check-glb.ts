const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8

const MOST_VERTICES = 1_000_000
/** Of all accessors: five attributes of each vertex and two triangles a vertex. An accessor may claim more than there are bytes. */
const MOST_VALUES = 11 * MOST_VERTICES
const MOST_TEXTURES = 16
const MOST_TEXTURE_SIDE = 2048

const DAMAGED = 'The model is damaged or incomplete. Export it again as glTF 2.0 binary (.glb).'

/** The part of glTF that is checked. */
interface Gltf {
  asset: { version: string }
  buffers?: { uri?: string }[]
  bufferViews?: { byteOffset?: number; byteLength: number }[]
  images?: { uri?: string; bufferView: number }[]
  accessors?: { count: number }[]
  meshes?: { primitives: { attributes: Record<string, number> }[] }[]
}

class ModelError extends Error {}

/** @returns what is wrong with a .glb and what to do, in sentences for the staff; undefined if the shop can show it */
export function checkGlb(bytes: Uint8Array): string | undefined {
  try {
    const { gltf, binary } = readChunks(bytes)
    checkLinks(gltf)
    checkSize(gltf)
    checkTextures(gltf, binary)
    return undefined
  } catch (error) {
    // A file that lies makes reads leave the bytes, or JSON of another shape: any error is one of the file.
    return error instanceof ModelError ? error.message : DAMAGED
  }
}

function readChunks(bytes: Uint8Array): { gltf: Gltf; binary: Uint8Array } {
  const view = viewOf(bytes)
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
  return { gltf, binary: chunks.get(BINARY_CHUNK) ?? new Uint8Array() }
}

function checkLinks({ buffers = [], images = [] }: Gltf): void {
  if ([...buffers, ...images].some(({ uri }) => uri !== undefined))
    throw new ModelError('The model refers to other files. Export it as one .glb with its textures inside.')
}

function checkSize({ meshes = [], accessors = [] }: Gltf): void {
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

function checkTextures({ images = [], bufferViews = [] }: Gltf, binary: Uint8Array): void {
  if (images.length > MOST_TEXTURES)
    throw new ModelError(
      `The model has ${images.length} textures; at most ${MOST_TEXTURES}. Join them and export again.`,
    )
  for (const { bufferView } of images) {
    const { byteOffset = 0, byteLength } = bufferViews[bufferView] ?? { byteLength: 0 }
    const [width, height] = sidesOf(binary.subarray(byteOffset, byteOffset + byteLength))
    if (Math.max(width, height) > MOST_TEXTURE_SIDE)
      throw new ModelError(
        `A texture of the model is ${width} × ${height} px; at most ${MOST_TEXTURE_SIDE} px on a side. Make it smaller and export again.`,
      )
  }
}

/** As the header of the image declares them: nothing is decoded. */
function sidesOf(image: Uint8Array): [number, number] {
  const view = viewOf(image)
  const text = (from: number, to: number): string => String.fromCharCode(...image.subarray(from, to))
  if (text(1, 4) === 'PNG') return [view.getUint32(16), view.getUint32(20)]
  if (view.getUint16(0) === 0xffd8) return sidesOfJpeg(view)
  if (text(8, 15) === 'WEBPVP8') {
    if (image[15] === 0x58) return [(view.getUint32(23, true) >>> 8) + 1, (view.getUint32(26, true) >>> 8) + 1]
    if (image[15] === 0x20) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
    const bits = view.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
  }
  throw new ModelError('A texture of the model cannot be read. Export the textures as JPEG, PNG or WebP.')
}

function sidesOfJpeg(view: DataView): [number, number] {
  for (let at = 2; ;) {
    const marker = view.getUint16(at)
    if (marker < 0xff00) throw new ModelError(DAMAGED)
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)]
    // Before a marker there may be any number of 0xff.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2)
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
