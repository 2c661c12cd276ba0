/** `npm run models -- <folder>`: makes the models that media-workshop/model.py exported small enough for phones. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Logger, NodeIO, type Document } from '@gltf-transform/core'
import {
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions'
import { dedup, draco, prune, quantize, reorder, simplifyPrimitive, uninstance } from '@gltf-transform/functions'
import { createEncoderModule } from 'draco3dgltf'
import { MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer'

const OUT = process.argv[3] ?? join(import.meta.dirname, '../../content/media')

/** In meters. A close-up of 9 mm on 1000 pixels shows 9 µm on a pixel. */
const DEVIATION = 5e-6
/** A camera at arm's length shows 60 µm on a pixel. */
const AR_DEVIATION = 3e-5

/** What hangs or faces the camera lies on the table, and rings, hoops and bracelets stand. */
const LAID = /^(?:necklace|earrings-(?:stud|drop)|set-pendant)/
const ON_ITS_BACK: [number, number, number, number] = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('npm run models -- <folder>: where are the models of media-workshop/model.py?')
  process.exit(1)
}

await Promise.all([MeshoptEncoder.ready, MeshoptSimplifier.ready])
const io = new NodeIO()
  .registerExtensions([EXTMeshGPUInstancing, EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization])
  .registerDependencies({
    'meshopt.encoder': MeshoptEncoder,
    'draco3d.encoder': await createEncoderModule(),
  })
await mkdir(OUT, { recursive: true })
for (const name of (await readdir(source)).filter((file) => file.endsWith('.glb'))) {
  await writeFile(join(OUT, name), await compressForViewer(await read(join(source, name))))
  await writeFile(
    join(OUT, name.replace('.glb', '-ar.glb')),
    await compressForAr(await read(join(source, name)), LAID.test(name)),
  )
  console.log(name)
}

async function read(file: string) {
  return (await io.read(file)).setLogger(new Logger(Logger.Verbosity.SILENT))
}

async function compressForViewer(document: Document) {
  simplifyMetal(document, DEVIATION)
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
  return await io.writeBinary(document)
}

/** Android's Scene Viewer knows Draco, and neither meshopt nor instances nor refraction: there, facets are mirrors. */
async function compressForAr(document: Document, isLaid: boolean) {
  simplifyMetal(document, AR_DEVIATION)
  if (isLaid) for (const root of document.getRoot().listScenes()[0]?.listChildren() ?? []) root.setRotation(ON_ITS_BACK)
  for (const material of document.getRoot().listMaterials())
    if (material.getName() !== 'metal') material.setMetallicFactor(1).setAlpha(0.8).setAlphaMode('BLEND')
  await document.transform(uninstance(), dedup(), prune({ keepExtras: true }), draco({ quantizePosition: 14 }))
  return await io.writeBinary(document)
}

/** Removes vertices where the metal is nearly flat. The rest keep the exact normals, so the polish shows no facets. */
function simplifyMetal(document: Document, deviation: number) {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      if (primitive.getMaterial()?.getName() !== 'metal') continue
      const position = primitive.getAttribute('POSITION')
      if (!position) continue
      const [low, high] = [position.getMin([]), position.getMax([])]
      const extent = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)))
      simplifyPrimitive(primitive, { simplifier: MeshoptSimplifier, ratio: 0, error: deviation / extent })
    }
  }
}
