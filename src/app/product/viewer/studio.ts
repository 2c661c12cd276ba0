import {
  BackSide,
  CubeCamera,
  DataTexture,
  FloatType,
  GLSL3,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Matrix3,
  Mesh,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three'

const PANELS = 30
const LAMPS = 84
const FACE = 256

/**
 * The light that stones see and the light that metal sees, as cube maps. A stone needs many small lamps with dark between
 * them for fire, polished metal large soft boxes. Alpha is how much of the backdrop is seen in a direction.
 * @param toStudio turns a direction of the scene into one of the studio, where the table's top is up and z is up
 */
export function createStudio(renderer: WebGLRenderer, toStudio: Matrix3) {
  const stones = drawCube(renderer, toStudio, lampsOfStones(), LOBES)
  const metal = drawCube(renderer, toStudio, softBoxes(), BOXES)
  return {
    stones: stones.texture,
    metal: metal.texture,
    dispose() {
      stones.dispose()
      metal.dispose()
    },
  }
}

function drawCube(renderer: WebGLRenderer, toStudio: Matrix3, lights: number[], shader: string) {
  const target = new WebGLCubeRenderTarget(FACE, {
    type: HalfFloatType,
    format: RGBAFormat,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
    magFilter: LinearFilter,
  })
  const texture = new DataTexture(new Float32Array(lights), lights.length / 4, 1, RGBAFormat, FloatType)
  texture.needsUpdate = true
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    side: BackSide,
    depthTest: false,
    uniforms: { lights: { value: texture }, toStudio: { value: toStudio } },
    vertexShader: /* glsl */ `
      out vec3 vDirection;
      void main() {
        vDirection = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      precision highp float;
      uniform sampler2D lights;
      uniform mat3 toStudio;
      in vec3 vDirection;
      out vec4 color;
      vec4 light(int index) { return texelFetch(lights, ivec2(index, 0), 0); }
      ${shader}
      void main() { color = studio(toStudio * normalize(vDirection)); }`,
  })
  const geometry = new SphereGeometry(5, 48, 32)
  const scene = new Scene()
  scene.add(new Mesh(geometry, material))
  new CubeCamera(0.1, 10, target).update(renderer, scene)
  texture.dispose()
  material.dispose()
  geometry.dispose()
  return target
}

/** Soft panels on a golden spiral, of unequal strength, and lamps of a degree and a half. */
function lampsOfStones(): number[] {
  const random = createRandom(11)
  const between = (low: number, high: number) => low + random() * (high - low)
  const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
  const lobes: number[] = []
  const lobe = (z: number, angle: number, outer: number, inner: number, color: [number, number, number]) => {
    const radius = Math.sqrt(Math.max(0, 1 - z * z))
    lobes.push(radius * Math.cos(angle), radius * Math.sin(angle), z, cosine(outer), ...color, cosine(inner))
  }
  for (let i = 0; i < PANELS; i++) {
    const strength = between(1, 3.6)
    const tint = between(-0.04, 0.04)
    const color: [number, number, number] = [strength * (1 + tint), strength, strength * (1 - tint)]
    lobe(1 - ((i + 0.5) / PANELS) * 1.06, i * 2.39996 + 0.4, between(11.5, 15), between(7.5, 9.5), color)
  }
  for (let i = 0; i < LAMPS; i++) {
    const strength = between(12, 34)
    const angle = i * 2.39996 * 1.618 + between(-0.5, 0.5)
    lobe(1 - ((i + 0.5) / LAMPS) * 0.98, angle, 1.6, 1.15, [strength, strength, strength])
  }
  return lobes
}

const LOBES = /* glsl */ `
  vec4 studio(vec3 d) {
    vec3 sum = vec3(0.16, 0.16, 0.165);
    for (int i = 0; i < ${PANELS + LAMPS}; i++) {
      vec4 a = light(2 * i), b = light(2 * i + 1);
      sum += b.rgb * smoothstep(a.w, b.w, dot(d, a.xyz));
    }
    float floorSeen = smoothstep(0.02, -0.10, d.z);
    return vec4(sum * (1.0 - floorSeen), floorSeen * 0.5);
  }`

/** Azimuth, elevation, distance, width, height, strength and warmth; strength 0 is a black strip. */
const BOX_LIST: readonly (readonly [number, number, number, number, number, number, number])[] = [
  [140, 44, 6.2, 4.4, 4.6, 4.6, 0.6],
  [58, 46, 6.5, 1.7, 5, 4.4, 1],
  [178, 18, 6, 1.3, 6, 3.6, -0.4],
  [2, 22, 6.5, 1.5, 6, 3.2, 1],
  [-62, 40, 7, 2.2, 2.6, 2.4, 0.4],
  [-128, 34, 7, 1.6, 3.4, 2.4, 0],
  [-90, 70, 6.5, 3.8, 2.6, 3, 0.2],
  [-20, 62, 6.5, 1.9, 2.4, 3.8, 0.6],
  [-165, 60, 6.5, 1.9, 2.4, 3.8, -0.3],
  [95, 60, 7, 3.4, 2.6, 2.3, 0.3],
  [-150, 26, 5.6, 1.1, 5, 0.02, 0],
  [30, 20, 5.6, 1.1, 4.5, 0.02, 0],
  [152, 12, 5.6, 1.2, 3.5, 0.02, 0],
  [-92, 30, 5.6, 2, 1.7, 0.02, 0],
  [-30, 25, 5.6, 1.1, 5, 0.02, 0],
]

function softBoxes(): number[] {
  return BOX_LIST.flatMap(([azimuth, elevation, distance, width, height, strength, warmth]) => {
    const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
    const place = new Vector3(Math.cos(a) * Math.cos(e), Math.sin(a) * Math.cos(e), Math.sin(e))
    const across = new Vector3(0, 0, 1).cross(place.clone().negate()).normalize()
    return [
      ...place.toArray(),
      distance,
      ...across.toArray(),
      width / 2,
      strength * (1 + 0.02 * warmth),
      strength,
      strength * (1 - 0.04 * warmth),
      height / 2,
    ]
  })
}

const BOXES = /* glsl */ `
  vec4 studio(vec3 d) {
    vec3 sum = vec3(0.34, 0.335, 0.325) * (0.45 + 0.55 * max(0.0, d.z + 0.25));
    float floorSeen = smoothstep(0.03, -0.20, d.z);
    float nearest = 1e9;
    for (int i = 0; i < ${BOX_LIST.length}; i++) {
      vec4 place = light(3 * i), across = light(3 * i + 1), glow = light(3 * i + 2);
      float facing = dot(d, place.xyz);
      float t = place.w / facing;
      if (facing <= 0.0 || t > nearest) continue;
      vec3 p = d * t;
      float a = abs(dot(p, across.xyz)) / across.w;
      float b = abs(dot(p, cross(place.xyz, across.xyz))) / glow.w;
      if (a > 1.0 || b > 1.0) continue;
      nearest = t;
      sum = glow.rgb * (0.1 + 0.9 * smoothstep(0.0, 0.6, 1.0 - a)) * (0.1 + 0.9 * smoothstep(0.0, 0.6, 1.0 - b));
    }
    // The piece stands in its own shadow, so the floor is darker right below it.
    return vec4(sum * (1.0 - floorSeen), floorSeen * mix(0.85, 0.35, smoothstep(-0.3, -1.0, d.z)));
  }`

/** Mulberry32: the studio must be the same in each visit. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
