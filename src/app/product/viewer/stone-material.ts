import { type BufferGeometry, type Color, GLSL3, ShaderMaterial, Vector3, Vector4 } from 'three'

import { WAVES } from './spectrum.ts'

const BOUNCES = 10
/** A round girdle has 72 facets, which look the same as this many. */
const GIRDLE = 24

export interface StoneLight {
  stones: { value: unknown }
  metal: { value: unknown }
  backdrop: { value: Color }
  waves: { value: Vector4[] }
  /** The refractive index that decides the path of a frame. */
  hero: { value: number }
}

/**
 * A stone is convex, so the nearest facet is found by its planes alone, faster than with any tree of triangles. One path is
 * followed inside; the wavelengths share its facets but keep directions of their own, which gives the fire.
 * @param absorption per centimeter, of red, green and blue
 */
export function createStoneMaterial(geometry: BufferGeometry, light: StoneLight, absorption: Vector3) {
  const planes = planesOf(geometry)
  return new ShaderMaterial({
    glslVersion: GLSL3,
    defines: { PLANES: planes.length, WAVES, BOUNCES },
    uniforms: { ...light, planes: { value: planes }, absorption: { value: absorption } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  })
}

const VERTEX = /* glsl */ `
  out vec3 vPosition;
  flat out vec3 vNormal;
  flat out vec3 vEye;
  flat out mat3 vToWorld;
  flat out float vScale;
  void main() {
    #ifdef USE_INSTANCING
      mat4 place = modelMatrix * instanceMatrix;
    #else
      mat4 place = modelMatrix;
    #endif
    vScale = length(place[0].xyz);
    vToWorld = mat3(place) / vScale;
    vEye = transpose(vToWorld) * (cameraPosition - place[3].xyz) / vScale;
    vPosition = position;
    vNormal = normal;
    gl_Position = projectionMatrix * viewMatrix * place * vec4(position, 1.0);
  }`

const FRAGMENT = /* glsl */ `
  precision highp float;
  uniform samplerCube stones, metal;
  uniform vec3 backdrop, absorption;
  uniform vec4 planes[PLANES];
  uniform vec4 waves[WAVES];
  uniform float hero;
  in vec3 vPosition;
  flat in vec3 vNormal;
  flat in vec3 vEye;
  flat in mat3 vToWorld;
  flat in float vScale;
  out vec4 color;

  float fresnel(float outside, float n) {
    float inside = sqrt(1.0 - (1.0 - outside * outside) / (n * n));
    float s = (outside - n * inside) / (outside + n * inside);
    float p = (n * outside - inside) / (n * outside + inside);
    return 0.5 * (s * s + p * p);
  }

  vec3 seen(samplerCube room, vec3 direction) {
    vec4 light = textureLod(room, vToWorld * direction, 0.0);
    // The white reflectors of a studio keep most of the backdrop's tint out of the stones.
    return light.rgb + light.a * mix(vec3(dot(backdrop, vec3(0.333))), backdrop, 0.3);
  }

  void main() {
    vec3 d = normalize(vPosition - vEye);
    vec3 n = normalize(vNormal);
    float facing = max(-dot(d, n), 1e-3);
    vec3 sum = fresnel(facing, hero) * 0.55 * seen(metal, reflect(d, n));

    vec3 directions[WAVES];
    float left[WAVES];
    for (int w = 0; w < WAVES; w++) {
      directions[w] = refract(d, n, 1.0 / waves[w].x);
      left[w] = 1.0 - fresnel(facing, waves[w].x);
    }
    vec3 path = refract(d, n, 1.0 / hero);
    vec3 place = vPosition;
    vec3 clear = vec3(1.0);
    for (int bounce = 0; bounce < BOUNCES; bounce++) {
      float nearest = 1e9;
      vec3 facet = vec3(0.0, 0.0, 1.0);
      for (int i = 0; i < PLANES; i++) {
        float along = dot(planes[i].xyz, path);
        if (along < 1e-5) continue;
        float t = (planes[i].w - dot(planes[i].xyz, place)) / along;
        if (t < nearest) { nearest = t; facet = planes[i].xyz; }
      }
      nearest = max(nearest, 0.0);
      place += path * nearest;
      clear *= exp(-absorption * nearest * vScale * 100.0);
      for (int w = 0; w < WAVES; w++) {
        float index = waves[w].x;
        // A wavelength that has strayed from the path would be lost, and with it mostly blue.
        if (dot(directions[w], path) < 0.97) directions[w] = path;
        float inside = dot(directions[w], facet);
        float sine = index * index * (1.0 - inside * inside);
        if (sine < 1.0 && inside > 0.0) {
          float outside = sqrt(1.0 - sine);
          float back = fresnel(outside, index);
          vec3 leaving = directions[w] * index + facet * (outside - index * inside);
          sum += waves[w].yzw * clear * left[w] * (1.0 - back) * seen(stones, leaving);
          left[w] *= back;
        }
        directions[w] = reflect(directions[w], facet);
      }
      path = reflect(path, facet);
    }
    // What still goes to and fro leaves somewhere.
    for (int w = 0; w < WAVES; w++) sum += waves[w].yzw * clear * left[w] * 0.6;
    color = vec4(sum, 1.0);
  }`

/** Returns each facet once, as its outward normal and distance from the origin, in the units of the geometry. */
function planesOf(geometry: BufferGeometry): Vector4[] {
  const { position } = geometry.attributes
  const { index } = geometry
  if (!position || !index) return []
  geometry.computeBoundingBox()
  const middle = geometry.boundingBox?.getCenter(new Vector3()) ?? new Vector3()
  const found: { normal: Vector3; distance: number; area: number }[] = []
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()]
  for (let i = 0; i < index.count; i += 3) {
    a.fromBufferAttribute(position, index.getX(i))
    b.fromBufferAttribute(position, index.getX(i + 1))
    c.fromBufferAttribute(position, index.getX(i + 2))
    const normal = b.clone().sub(a).cross(c.clone().sub(a))
    const area = normal.length()
    if (area < 1e-9) continue
    normal.divideScalar(area)
    const corner = a.clone()
    if (normal.dot(corner.sub(middle)) < 0) normal.negate()
    const distance = normal.dot(a)
    const same = found.find((plane) => plane.normal.dot(normal) > 0.9998 && Math.abs(plane.distance - distance) < 0.004)
    if (!same) found.push({ normal, distance, area })
    else {
      // Large triangles know the plane better than the slivers beside them.
      const share = area / (same.area + area)
      same.normal.lerp(normal, share).normalize()
      same.distance += (distance - same.distance) * share
      same.area += area
    }
  }
  const upright = found.filter(({ normal }) => Math.abs(normal.z) < 0.02)
  const step = Math.max(1, Math.round(upright.length / GIRDLE))
  const kept = [...found.filter((plane) => !upright.includes(plane)), ...thinned(upright, step)]
  return kept.map(({ normal, distance }) => new Vector4(...normal.toArray(), distance))
}

function thinned<T extends { normal: Vector3 }>(planes: T[], step: number): T[] {
  const angle = ({ normal }: T) => Math.atan2(normal.y, normal.x)
  return planes.toSorted((one, other) => angle(one) - angle(other)).filter((_, index) => index % step === 0)
}
