import { Color, DoubleSide, GLSL3, ShaderMaterial, type Vector2 } from 'three'

import type { Metal } from '#shared/product/metal-tints.ts'

const PEARL = new Color(0.8, 0.81, 0.825)

export const BACKDROPS: Record<Metal, Color> = {
  'yellow-gold': new Color(0.87, 0.825, 0.755),
  'rose-gold': new Color(0.865, 0.785, 0.75),
  'white-gold': PEARL,
  platinum: PEARL,
  silver: PEARL,
}

export interface MetalLight {
  metal: { value: unknown }
  backdrop: { value: Color }
  tint: { value: Color }
  /** The inner radius and half the width of a ring around the z axis; zeros for other pieces. */
  finger: { value: Vector2 }
}

export function createMetalMaterial(light: MetalLight) {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    uniforms: { ...light },
    vertexShader: /* glsl */ `
      out vec3 vPlace;
      out vec3 vNormal;
      void main() {
        #ifdef USE_INSTANCING
          mat4 place = modelMatrix * instanceMatrix;
        #else
          mat4 place = modelMatrix;
        #endif
        vec4 world = place * vec4(position, 1.0);
        vPlace = world.xyz;
        vNormal = mat3(place) * normal;
        gl_Position = projectionMatrix * viewMatrix * world;
      }`,
    fragmentShader: /* glsl */ `
      precision highp float;
      uniform samplerCube metal;
      uniform vec3 backdrop, tint;
      uniform vec2 finger;
      in vec3 vPlace;
      in vec3 vNormal;
      out vec4 color;
      vec3 mirror(float facing) { return tint + (1.0 - tint) * pow(1.0 - clamp(facing, 0.0, 1.0), 5.0); }
      void main() {
        vec3 d = normalize(vPlace - cameraPosition);
        vec3 n = normalize(vNormal);
        if (!gl_FrontFacing) n = -n;
        // At an outline, a smooth normal may look away.
        if (dot(n, d) > -0.02) n = normalize(n - d * (dot(n, d) + 0.02));
        vec3 share = mirror(-dot(n, d));
        vec3 r = reflect(d, n);
        vec3 place = vPlace;
        // The inside of a ring shows itself again and again, which makes its gold deep.
        for (int i = 0; i < 3; i++) {
          float radius = length(place.xy);
          if (radius > finger.x * 1.04 || dot(n.xy, place.xy) > 0.0) break;
          float a = dot(r.xy, r.xy), b = dot(place.xy, r.xy), c = radius * radius - finger.x * finger.x;
          float t = (-b + sqrt(max(b * b - a * c, 0.0))) / max(a, 1e-6);
          vec3 hit = place + r * t;
          if (abs(hit.z) > finger.y || t < finger.x * 0.02) break;
          n = vec3(-normalize(hit.xy), hit.z / finger.y * 0.35);
          n = normalize(n);
          share *= mirror(-dot(n, r));
          r = reflect(r, n);
          place = hit;
        }
        vec4 light = textureLod(metal, r, 1.6);
        color = vec4(share * (light.rgb + light.a * backdrop), 1.0);
      }`,
  })
}
