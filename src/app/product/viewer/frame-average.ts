import {
  AddEquation,
  ConstantAlphaFactor,
  CustomBlending,
  GLSL3,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  OneMinusConstantAlphaFactor,
  OrthographicCamera,
  Scene,
  ShaderMaterial,
  WebGLRenderTarget,
  type WebGLRenderer,
} from 'three'

import { createScreen } from './backdrop.ts'

/**
 * Averages frames of a piece at rest, each with its own wavelengths and its own place in the pixel, and shows the mean with
 * the tone curve of the photographs.
 */
export function createFrameAverage(renderer: WebGLRenderer) {
  const frame = new WebGLRenderTarget(1, 1, { type: HalfFloatType, samples: 4 })
  const mean = new WebGLRenderTarget(1, 1, {
    type: HalfFloatType,
    depthBuffer: false,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
    magFilter: LinearFilter,
  })
  const vertexShader = 'void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }'
  const add = new ShaderMaterial({
    glslVersion: GLSL3,
    depthTest: false,
    depthWrite: false,
    blending: CustomBlending,
    blendEquation: AddEquation,
    blendSrc: ConstantAlphaFactor,
    blendDst: OneMinusConstantAlphaFactor,
    uniforms: { frame: { value: frame.texture } },
    vertexShader,
    fragmentShader: /* glsl */ `
      precision highp float;
      uniform sampler2D frame;
      out vec4 color;
      void main() { color = min(texelFetch(frame, ivec2(gl_FragCoord.xy), 0), vec4(60.0)); }`,
  })
  const show = new ShaderMaterial({
    glslVersion: GLSL3,
    depthTest: false,
    depthWrite: false,
    uniforms: { mean: { value: mean.texture } },
    vertexShader,
    fragmentShader: SHOW,
  })
  const screen = new Mesh(createScreen(), add)
  screen.frustumCulled = false
  const scene = new Scene()
  scene.add(screen)
  const camera = new OrthographicCamera()
  let frames = 0

  return {
    get frames() {
      return frames
    },
    restart() {
      frames = 0
    },
    resize(width: number, height: number) {
      if (frame.width === width && frame.height === height) return
      frame.setSize(width, height)
      mean.setSize(width, height)
      frames = 0
    },
    /** @param draw draws the scene into the current target */
    add(draw: () => void) {
      renderer.setRenderTarget(frame)
      draw()
      frames += 1
      add.blendAlpha = 1 / frames
      screen.material = add
      renderer.setRenderTarget(mean)
      renderer.render(scene, camera)
      renderer.setRenderTarget(null)
      screen.material = show
      renderer.render(scene, camera)
    },
    dispose() {
      for (const part of [frame, mean, add, show, screen.geometry]) part.dispose()
    },
  }
}

/** The tone curve of the photographs, the glow around flashes, the sRGB curve, and a grain of half a step against bands. */
const SHOW = /* glsl */ `
  precision highp float;
  uniform sampler2D mean;
  out vec4 color;
  const float SHOULDER = 0.72;
  const float GLOW_FROM = 1.5;
  vec3 roll(vec3 v) {
    float range = 1.0 - SHOULDER;
    return mix(v, SHOULDER + range * (1.0 - exp(-(v - SHOULDER) / range * 0.6)), step(SHOULDER, v));
  }
  vec3 bright(vec2 at, float level) { return clamp(textureLod(mean, at, level).rgb - GLOW_FROM, 0.0, 4.0); }
  void main() {
    vec2 size = vec2(textureSize(mean, 0)), at = gl_FragCoord.xy / size;
    vec3 light = texture(mean, at).rgb;
    float most = max(max(light.r, light.g), max(light.b, 1e-6));
    // Mostly on the brightest channel, so that flashes keep their color and gold its hue.
    vec3 tone = 0.62 * light * roll(vec3(most)) / most + 0.38 * roll(light);
    vec3 glow = vec3(0.0);
    for (int i = 0; i < 4; i++) {
      float angle = float(i) * 1.5708 + 0.4;
      glow += bright(at + vec2(cos(angle), sin(angle)) * size.x / 170.0 / size, 2.0) * 0.036;
    }
    tone = 1.0 - (1.0 - clamp(tone, 0.0, 1.0)) * (1.0 - clamp(glow, 0.0, 1.0));
    tone = mix(tone * 12.92, 1.055 * pow(tone, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, tone));
    float grain = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
    color = vec4(tone + grain / 255.0, 1.0);
  }`
