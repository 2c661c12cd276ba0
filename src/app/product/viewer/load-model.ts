import { MeshoptDecoder } from 'meshoptimizer/reference'
import type { Group } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

const LARGEST_FILE = 4_000_000
const MOST_VERTICES = 2_000_000
const JSON_CHUNK = 0x4e_4f_53_4a

export class ModelError extends Error {}

interface ModelJson {
  images?: unknown[]
  accessors?: { count?: number }[]
  meshes?: { primitives: { attributes: { POSITION: number } }[] }[]
  nodes?: { mesh?: number; extensions?: { EXT_mesh_gpu_instancing?: { attributes: Record<string, number> } } }[]
}

/**
 * Fetches a model. The decoder is the one without WebAssembly, which the policy of the pages forbids.
 * @throws ModelError if the model is too large for a phone, or is none
 */
export async function loadModel(url: string, signal: AbortSignal): Promise<Group> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new ModelError(`${response.status} for ${url}`)
  const data = await readLimited(response)
  refuseAbsurd(data)
  const { scene } = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(data, '')
  return scene
}

/** Reads no further than the limit, whatever the header says. */
async function readLimited({ body }: Response): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const limit = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.length
      if (size > LARGEST_FILE) throw new ModelError('the file is too large')
      chunks.push(chunk)
    },
  })
  await body?.pipeTo(limit)
  return await new Blob(chunks).arrayBuffer()
}

/** Counts before anything is decoded: a small compressed file may describe millions of vertices. */
function refuseAbsurd(data: ArrayBuffer): void {
  if (data.byteLength < 20) throw new ModelError('no binary glTF')
  const header = new DataView(data)
  const length = header.getUint32(12, true)
  if (header.getUint32(16, true) !== JSON_CHUNK || 20 + length > data.byteLength) throw new ModelError('no binary glTF')
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 20, length))) as ModelJson
  if (json.images?.length) throw new ModelError('a model has no textures')
  const countOf = (accessor = -1) => json.accessors?.[accessor]?.count ?? 0
  const shown = (json.nodes ?? []).map(({ mesh = -1, extensions }) => {
    const { primitives = [] } = json.meshes?.[mesh] ?? {}
    const vertices = primitives.reduce((sum, { attributes }) => sum + countOf(attributes.POSITION), 0)
    const instances = extensions?.EXT_mesh_gpu_instancing?.attributes['TRANSLATION']
    return vertices * (instances === undefined ? 1 : countOf(instances))
  })
  const stored = (json.accessors ?? []).reduce((sum, { count = 0 }) => sum + count, 0)
  const vertices = shown.reduce((sum, count) => sum + count, 0)
  if (Math.max(vertices, stored / 3) > MOST_VERTICES) throw new ModelError(`${vertices} vertices`)
}
