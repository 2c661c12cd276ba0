import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

const ROOT = join(import.meta.dirname, '../..')
const MODELS = join(ROOT, 'content/media')
/** In millimeters. */
const TOLERANCE = 0.03
const LARGEST_FILE = 400_000
/** For the viewer, and for Android's Scene Viewer. */
const ENDINGS = ['.glb', '-ar.glb']

interface Stone {
  cut: string
  count: number
  length_mm: number
  width_mm: number
}

interface Model {
  scene: number
  scenes: { nodes: number[] }[]
  accessors: { count: number; min?: number[]; max?: number[] }[]
  meshes: { primitives: { attributes: Record<string, number> }[] }[]
  nodes: {
    name: string
    mesh?: number
    children?: number[]
    extras?: { piece: string; stones: Stone[] }
    extensions?: { EXT_mesh_gpu_instancing?: { attributes: Record<string, number> } }
  }[]
}

const products = JSON.parse(readFileSync(join(ROOT, 'commerce/src/shop/products.json'), 'utf8')) as {
  media: string
  stones?: string
}[]

for (const { media, stones = '' } of products) {
  t.test(`the models of ${media} have the stones that its description promises`, async (t) => {
    for (const ending of ENDINGS) {
      const file = readFileSync(join(MODELS, media + ending))
      t.ok(file.length <= LARGEST_FILE, `${file.length} bytes`)
      const model = readModel(file)
      const set = stonesOf(model)
      t.same(countsOf(model), countsByCut(set), 'the stones are those that the model declares')
      t.same(differences(stones, set), [])
    }
  })
}

t.test('every model belongs to a product', async (t) => {
  const names = readdirSync(MODELS).filter((name) => name.endsWith('.glb'))
  t.same(names.toSorted(), products.flatMap(({ media }) => ENDINGS.map((ending) => media + ending)).toSorted())
})

t.test('a model with one stone too few is noticed', async (t) => {
  const model = readModel(readFileSync(join(MODELS, 'bracelet-tennis-round.glb')))
  const set = stonesOf(model)
  t.same(differences('26 round 6.5', set), [])
  const fewer = set.map((stone) => ({ ...stone, count: stone.count - 1 }))
  t.same(differences('26 round 6.5', fewer), ['26 round 6.5'])
  const attributes = model.nodes.find(({ name }) => name === 'stones:round')?.extensions?.EXT_mesh_gpu_instancing
  const translations = model.accessors[attributes?.attributes['TRANSLATION'] ?? -1]
  if (translations) translations.count -= 1
  t.not(countsOf(model)['round'], countsByCut(set)['round'])
})

function readModel(file: Buffer): Model {
  return JSON.parse(file.toString('utf8', 20, 20 + file.readUInt32LE(12))) as Model
}

function stonesOf({ nodes, scenes, scene }: Model): Stone[] {
  const root = nodes[scenes[scene]?.nodes[0] ?? -1]
  return root?.extras?.stones ?? []
}

/** How often each cut is drawn. */
function countsOf({ nodes, accessors }: Model): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { name, children, extensions } of nodes) {
    // Where there are no instances, the single stones of a node are named `stones:round_0`.
    const [, cut] = /^stones:([a-z]+)$/.exec(name) ?? []
    if (cut === undefined) continue
    const places = accessors[extensions?.EXT_mesh_gpu_instancing?.attributes['TRANSLATION'] ?? -1]
    counts[cut] = (counts[cut] ?? 0) + (children?.length ?? places?.count ?? 1)
  }
  return counts
}

function countsByCut(set: Stone[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { cut, count } of set) counts[cut] = (counts[cut] ?? 0) + count
  return counts
}

/** Returns the promises that the stones do not keep, and the stones that were not promised. */
function differences(promise: string, set: Stone[]): string[] {
  const promised = promise.split(', ').filter(Boolean)
  const used = new Set<Stone>()
  const broken = promised.filter((text) => {
    const [, count, cut, length = '', width = length] = /^(?:(\d+) )?([a-z]+) ([\d.]+)(?:x([\d.]+))?$/.exec(text) ?? []
    // Small stones of about one size are described together.
    const same = set.filter(
      (stone) =>
        !used.has(stone) &&
        stone.cut === cut &&
        Math.abs(stone.length_mm / Number(length) - 1) <= TOLERANCE &&
        Math.abs(stone.width_mm / Number(width) - 1) <= TOLERANCE,
    )
    for (const stone of same) used.add(stone)
    const found = same.reduce((sum, stone) => sum + stone.count, 0)
    return count === undefined ? found < 2 : found !== Number(count)
  })
  const meant = (stone: Stone) =>
    broken.some((text) => text.includes(stone.cut) && text.startsWith(`${stone.count} `)) || used.has(stone)
  const unnamed = set.filter((stone) => !meant(stone))
  return [
    ...broken,
    ...unnamed.map(
      (stone) => `not in the description: ${stone.count} ${stone.cut} ${stone.length_mm}x${stone.width_mm}`,
    ),
  ]
}
