/** `npm run models -- <folder>`: makes the models that media-workshop/model.py exported small enough for phones. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Logger, NodeIO, type Document } from '@gltf-transform/core'
import { EXTMeshGPUInstancing, EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions'
import { dedup, prune, quantize, reorder, simplifyPrimitive } from '@gltf-transform/functions'
import { MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer'

const OUT = join(import.meta.dirname, '../../content/media')

/** In metres. A close-up of 9 mm on 1000 pixels shows 9 µm on a pixel. */
const DEVIATION = 5e-6

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('npm run models -- <folder>: where are the models of media-workshop/model.py?')
  process.exit(1)
}

await Promise.all([MeshoptEncoder.ready, MeshoptSimplifier.ready])
const io = new NodeIO()
  .registerExtensions([EXTMeshGPUInstancing, EXTMeshoptCompression, KHRMeshQuantization])
  .registerDependencies({ 'meshopt.encoder': MeshoptEncoder })
await mkdir(OUT, { recursive: true })
for (const name of (await readdir(source)).filter((file) => file.endsWith('.glb'))) {
  const document = await io.read(join(source, name))
  document.setLogger(new Logger(Logger.Verbosity.SILENT))
  simplifyMetal(document)
  await document.transform(
    dedup(),
    prune({ keepExtras: true }),
    quantize({ quantizePosition: 16, quantizeNormal: 10 }),
    reorder({ encoder: MeshoptEncoder, target: 'size' }),
  )
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE })
  const glb = await io.writeBinary(document)
  await writeFile(join(OUT, name), glb)
  console.log(`${name} ${Math.round(glb.length / 1000)} kB`)
}

/** Removes vertices where the metal is nearly flat. The rest keep the exact normals, so the polish shows no facets. */
function simplifyMetal(document: Document) {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      if (primitive.getMaterial()?.getName() !== 'metal') continue
      const position = primitive.getAttribute('POSITION')
      if (!position) continue
      const [low, high] = [position.getMin([]), position.getMax([])]
      const extent = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)))
      simplifyPrimitive(primitive, { simplifier: MeshoptSimplifier, ratio: 0, error: DEVIATION / extent })
    }
  }
}
