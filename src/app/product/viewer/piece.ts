import {
  Box3,
  BufferAttribute,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Sphere,
  Vector2,
  Vector3,
  type ShaderMaterial,
} from 'three'

import { createMetalMaterial, type MetalLight } from './metal-material.ts'
import { createStoneMaterial, type StoneLight } from './stone-material.ts'

/** The inner radius of every modeled ring, in meters: American size 7. */
const MODELED = 0.008625
const CLEAR = new Vector3()
const BLUE = new Vector3(2.3, 1.05, 0.18)
const WHITE = new Color(1, 1, 1)
const BLUE_MIRROR = new Color(0.35, 0.55, 0.9)
/** Parts that say nothing about how near the camera should be. */
const SURROUNDINGS = new Set(['chain', 'clasp'])

/** A part whose shape depends on the ring size, with what it was at the modeled size. */
interface Sized {
  mesh: Mesh
  isShank: boolean
  positions?: Float32Array
  places?: Matrix4[]
}

/** The loaded model with our own materials. Lengths are in meters. */
export function preparePiece(model: Group, light: StoneLight & MetalLight) {
  const root = model.children[0] ?? model
  const { category = '' } = root.userData as { category?: string }
  const materials = new Set<ShaderMaterial>()
  const metal = createMetalMaterial(light)
  materials.add(metal)
  const stones: { mesh: Mesh; center: Vector3; radius: number }[] = []
  const blueStones = new Set<Mesh>()
  const sized: Sized[] = []
  const isRing = Boolean(partOf('shank')) && (category === 'rings' || category === 'sets')
  model.updateMatrixWorld(true)
  const meshes: Mesh[] = []
  model.traverse((object) => {
    if ((object as Mesh).isMesh) meshes.push(object as Mesh)
  })
  const near = new Box3()
  for (const mesh of meshes) {
    const original = [mesh.material].flat()[0]
    for (const one of [mesh.material].flat()) one.dispose()
    const isStone = original?.name.startsWith('stone') ?? false
    const part = partNameOf(mesh)
    mesh.frustumCulled = false
    if (isStone) {
      const isBlue = original?.name === 'stone:blue'
      if (isBlue) blueStones.add(mesh)
      const material = createStoneMaterial(mesh.geometry, light, isBlue ? BLUE : CLEAR)
      materials.add(material)
      mesh.material = material
    } else mesh.material = metal
    if (!SURROUNDINGS.has(part)) near.expandByObject(mesh)
    if (isStone) stones.push(...spheresOf(mesh))
    if (isRing && part !== 'earrings') sized.push(rememberOf(mesh, part !== 'head'))
  }

  function partOf(name: string) {
    return root.children.find((child) => child.userData['name'] === name || child.name === name)
  }

  function partNameOf(mesh: Mesh): string {
    for (let object = mesh.parent; object; object = object.parent)
      if (object.parent === root) return String(object.userData['name'] ?? object.name)
    return ''
  }

  return {
    root: model,
    category,
    isRing,
    /** A stone that is looked at alone: the largest, and of a row the one in front. */
    stone: () => stones.toSorted((a, b) => b.radius * 1e3 + b.center.z - (a.radius * 1e3 + a.center.z))[0] ?? undefined,
    near: () => near.getBoundingSphere(new Sphere()),
    whole: () => new Box3().setFromObject(model),
    /** @param diameter of the finger, in millimeters */
    resize(diameter: number | undefined) {
      if (!isRing) return
      const grown = (diameter === undefined ? MODELED : diameter / 2000) - MODELED
      for (const part of sized) resizePart(part, grown)
      light.finger.value.set(MODELED + grown, halfWidthOf(sized))
      near.makeEmpty()
      stones.length = 0
      for (const mesh of meshes) {
        near.expandByObject(mesh)
        if (mesh.material !== metal) stones.push(...spheresOf(mesh))
      }
    },
    /** The piece as other programs can draw it: each stone by itself, with mirrors for facets. */
    toStandard(tint: Color): Group {
      const copy = new Group()
      const gold = new MeshStandardMaterial({ color: tint, metalness: 1, roughness: 0.08 })
      const [clear, blue] = [WHITE, BLUE_MIRROR].map(
        (color) => new MeshStandardMaterial({ color, metalness: 1, roughness: 0, transparent: true, opacity: 0.8 }),
      )
      for (const mesh of meshes) {
        for (const place of placesOf(mesh)) {
          const one = new Mesh(mesh.geometry, mesh.material === metal ? gold : blueStones.has(mesh) ? blue : clear)
          one.applyMatrix4(mesh.matrixWorld.clone().multiply(place))
          copy.add(one)
        }
      }
      return copy
    },
    dispose() {
      for (const material of materials) material.dispose()
      for (const mesh of meshes) {
        mesh.geometry.dispose()
        if (mesh instanceof InstancedMesh) mesh.dispose()
      }
    },
  }
}

export type Piece = ReturnType<typeof preparePiece>

function spheresOf(mesh: Mesh) {
  mesh.geometry.computeBoundingSphere()
  const { center, radius } = mesh.geometry.boundingSphere ?? new Sphere()
  return placesOf(mesh).map((place) => {
    const world = mesh.matrixWorld.clone().multiply(place)
    return { mesh, center: center.clone().applyMatrix4(world), radius: radius * world.getMaxScaleOnAxis() }
  })
}

function placesOf(mesh: Mesh): Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) return [new Matrix4()]
  return Array.from({ length: mesh.count }, (_, index) => {
    const place = new Matrix4()
    mesh.getMatrixAt(index, place)
    return place
  })
}

/** Positions are decoded to the scene's meters, so that a ring can grow around the axis of the finger. */
function rememberOf(mesh: Mesh, isShank: boolean): Sized {
  if (mesh instanceof InstancedMesh) return { mesh, isShank, places: placesOf(mesh) }
  const { position, normal } = mesh.geometry.attributes
  if (!position || !normal) return { mesh, isShank }
  const positions = new Float32Array(position.count * 3)
  const point = new Vector3()
  for (let i = 0; i < position.count; i++)
    point
      .fromBufferAttribute(position, i)
      .applyMatrix4(mesh.matrixWorld)
      .toArray(positions, i * 3)
  mesh.geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3))
  mesh.matrixAutoUpdate = false
  mesh.matrix.copy(mesh.parent?.matrixWorld.clone().invert() ?? new Matrix4())
  mesh.updateMatrixWorld(true)
  return { mesh, isShank, positions }
}

/** A shank grows evenly all round and keeps its thickness; a head only moves up with its top. */
function resizePart({ mesh, isShank, positions, places }: Sized, grown: number): void {
  const moved = (point: Vector3) => {
    if (!isShank) return point.setY(point.y + grown)
    const radius = Math.hypot(point.x, point.y) || 1
    return point.set(point.x * (1 + grown / radius), point.y * (1 + grown / radius), point.z)
  }
  if (places && mesh instanceof InstancedMesh) {
    const back = mesh.matrixWorld.clone().invert()
    for (const [index, place] of places.entries()) {
      const world = mesh.matrixWorld.clone().multiply(place)
      world.setPosition(moved(new Vector3().setFromMatrixPosition(world)))
      mesh.setMatrixAt(index, back.clone().multiply(world))
    }
    mesh.instanceMatrix.needsUpdate = true
    mesh.computeBoundingBox()
  }
  const { position } = mesh.geometry.attributes
  if (!positions || !position) return
  const point = new Vector3()
  for (let i = 0; i < positions.length / 3; i++) {
    moved(point.fromArray(positions, i * 3))
    position.setXYZ(i, point.x, point.y, point.z)
  }
  position.needsUpdate = true
  mesh.geometry.computeBoundingBox()
  mesh.geometry.computeBoundingSphere()
}

function halfWidthOf(parts: Sized[]): number {
  const box = new Box3()
  for (const { mesh, isShank, positions } of parts) if (isShank && positions) box.expandByObject(mesh)
  return (box.max.z - box.min.z) / 2
}

/** The values that all materials of a viewer share. */
export function createLight(): StoneLight & MetalLight {
  return {
    stones: { value: null },
    metal: { value: null },
    backdrop: { value: new Color() },
    tint: { value: new Color() },
    waves: { value: [] },
    hero: { value: 2.65 },
    finger: { value: new Vector2() },
  }
}
