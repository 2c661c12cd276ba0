import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  GLSL3,
  LinearFilter,
  LinearMipmapLinearFilter,
  Matrix4,
  Mesh,
  OrthographicCamera,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  Vector3,
  WebGLRenderTarget,
  type Object3D,
  type PerspectiveCamera,
  type WebGLRenderer,
} from 'three'

const SIZE = 256
/** The shadow map covers this many radii of the piece. */
const REACH = 2.2
/** The main light comes from behind on the left. */
const LEAN = new Vector3(0.34, 0, 0.42)

/** One triangle that covers the screen. */
export function createScreen(): BufferGeometry {
  const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0])
  return new BufferGeometry().setAttribute('position', new BufferAttribute(corners, 3))
}

/**
 * The surface that the piece lies on, with its shadow, drawn behind everything.
 * @param up the surface's normal
 */
export function createBackdrop(color: { value: Color }, up: Vector3) {
  const target = new WebGLRenderTarget(SIZE, SIZE, {
    format: RGBAFormat,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
    magFilter: LinearFilter,
  })
  const uniforms = {
    backdrop: color,
    shadow: { value: target.texture },
    up: { value: up },
    height: { value: 0 },
    toShadow: { value: new Matrix4() },
    fromScreen: { value: new Matrix4() },
    eye: { value: new Vector3() },
  }
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    depthTest: false,
    depthWrite: false,
    uniforms,
    vertexShader: /* glsl */ `
      out vec2 vScreen;
      void main() { vScreen = position.xy; gl_Position = vec4(position.xy, 0.0, 1.0); }`,
    fragmentShader: /* glsl */ `
      precision highp float;
      uniform vec3 backdrop, up, eye;
      uniform float height;
      uniform sampler2D shadow;
      uniform mat4 toShadow, fromScreen;
      in vec2 vScreen;
      out vec4 color;
      float shade(vec2 at, float level, float step) {
        float sum = 0.0;
        for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++)
          sum += textureLod(shadow, at + vec2(x, y) * step, level).r * (x == 0 ? 2.0 : 1.0) * (y == 0 ? 2.0 : 1.0);
        return sum / 16.0;
      }
      void main() {
        vec4 far = fromScreen * vec4(vScreen, 1.0, 1.0);
        vec3 d = normalize(far.xyz / far.w - eye);
        float light = 1.0 - 0.05 * dot(vScreen, vScreen) - 0.04 * vScreen.x + 0.03 * vScreen.y;
        float down = -dot(d, up), above = dot(eye, up) - height;
        if (above > 0.0 && down > 0.0) {
          vec3 at = eye + d * above / down;
          vec2 map = (toShadow * vec4(at, 1.0)).xy * 0.5 + 0.5;
          vec2 edge = smoothstep(vec2(0.0), vec2(0.12), map) * smoothstep(vec2(1.0), vec2(0.88), map);
          // Seen along the surface, the shadow would be a hard line.
          float seen = edge.x * edge.y * smoothstep(0.0, 0.3, down);
          if (seen > 0.0) light *= 1.0 - seen * (0.34 * shade(map, 2.5, 0.012) + 0.36 * shade(map, 4.2, 0.04));
        }
        color = vec4(backdrop * light, 1.0);
      }`,
  })
  const caster = createCaster(up)
  const screen = new Mesh(createScreen(), material)
  screen.frustumCulled = false
  screen.renderOrder = -1

  return {
    screen,
    /** Follows the camera before a frame is drawn. */
    follow(camera: PerspectiveCamera) {
      uniforms.eye.value.copy(camera.position)
      uniforms.fromScreen.value.copy(camera.matrixWorld).multiply(camera.projectionMatrixInverse)
    },
    /** Draws the shadow of a piece anew, after it was placed or resized. */
    cast(renderer: WebGLRenderer, piece: Object3D, center: Vector3, radius: number, height: number) {
      const camera = new OrthographicCamera(-radius * REACH, radius * REACH, radius * REACH, -radius * REACH, 0, 1)
      camera.up.set(1, 0, 0)
      camera.position.copy(center).addScaledVector(up, -0.5)
      camera.lookAt(center)
      camera.updateMatrixWorld()
      uniforms.height.value = height
      uniforms.toShadow.value.copy(camera.projectionMatrix).multiply(camera.matrixWorldInverse)
      caster.uniforms['height'] = { value: height }
      caster.uniforms['reach'] = { value: radius }
      const scene = new Scene()
      const { parent } = piece
      scene.add(piece)
      scene.overrideMaterial = caster
      renderer.setRenderTarget(target)
      renderer.setClearColor(0x00_00_00, 1)
      renderer.clear()
      renderer.render(scene, camera)
      renderer.setRenderTarget(null)
      parent?.add(piece)
    },
    dispose() {
      target.dispose()
      material.dispose()
      caster.dispose()
      screen.geometry.dispose()
    },
  }
}

function createCaster(up: Vector3) {
  const lean = up.z > 0.5 ? new Vector3(LEAN.x, -LEAN.z, 0) : LEAN
  return new ShaderMaterial({
    glslVersion: GLSL3,
    side: 2,
    uniforms: { up: { value: up }, lean: { value: lean }, height: { value: 0 }, reach: { value: 1 } },
    vertexShader: /* glsl */ `
      uniform vec3 up, lean;
      uniform float height;
      out float vAbove;
      void main() {
        #ifdef USE_INSTANCING
          vec4 world = modelMatrix * instanceMatrix * vec4(position, 1.0);
        #else
          vec4 world = modelMatrix * vec4(position, 1.0);
        #endif
        vAbove = dot(world.xyz, up) - height;
        world.xyz += lean * vAbove;
        gl_Position = projectionMatrix * viewMatrix * world;
      }`,
    fragmentShader: /* glsl */ `
      precision highp float;
      uniform float reach;
      in float vAbove;
      out vec4 color;
      void main() { color = vec4(vec3(exp(-0.9 * vAbove / reach)), 1.0); }`,
  })
}
