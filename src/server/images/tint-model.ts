const JSON_START = 20

interface Gltf {
  materials?: { name?: string; pbrMetallicRoughness?: { baseColorFactor?: readonly number[] } }[]
}

/**
 * Colors the material `metal` of a binary glTF, for programs that show a model as it is.
 * @param tint linear red, green and blue from 0 to 1
 * @returns the model as it is if it is damaged
 */
export function tintModel(glb: Buffer, tint: readonly [number, number, number]): Buffer {
  try {
    const end = JSON_START + glb.readUInt32LE(12)
    const gltf = JSON.parse(glb.toString('utf8', JSON_START, end)) as Gltf
    for (const material of gltf.materials ?? [])
      if (material.name === 'metal')
        material.pbrMetallicRoughness = { ...material.pbrMetallicRoughness, baseColorFactor: [...tint, 1] }
    const json = Buffer.from(JSON.stringify(gltf))
    // A chunk ends at a multiple of four bytes.
    const padded = Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')])
    const model = Buffer.concat([glb.subarray(0, JSON_START), padded, glb.subarray(end)])
    model.writeUInt32LE(model.length, 8)
    model.writeUInt32LE(padded.length, 12)
    return model
  } catch {
    return glb
  }
}
