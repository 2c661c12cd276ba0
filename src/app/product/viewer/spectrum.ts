import { Vector4 } from 'three'

export const WAVES = 6
const FROM = 0.405
const TO = 0.69

/** Refractive indices by Cauchy's formula, A + B/λ², λ in micrometers. */
export const GEMS = {
  moissanite: { a: 2.5563, b: 0.03183 },
  /** 2.417 at 589 nm, and 0.044 between the lines B and G. */
  diamond: { a: 2.3782, b: 0.01347 },
}

export type Gem = keyof typeof GEMS

/**
 * Returns the wavelengths of one frame: the refractive index, and the weight in linear RGB. All weights sum to white.
 * @param shift from 0 to 1; frames with different shifts fill the spectrum
 */
export function wavesOf(gem: Gem, shift: number): Vector4[] {
  const waves = Array.from({ length: WAVES }, (_, index) => {
    const length = FROM + ((index + shift) / WAVES) * (TO - FROM)
    const [r, g, b] = rgbOf(length * 1000)
    return new Vector4(GEMS[gem].a + GEMS[gem].b / length ** 2, r, g, b)
  })
  const sum = waves.reduce((total, wave) => total.add(wave), new Vector4(0, 0, 0, 0))
  for (const wave of waves) wave.set(wave.x, wave.y / sum.y, wave.z / sum.z, wave.w / sum.w)
  return waves
}

/** The color matching functions of CIE 1931, fitted by Wyman, Sloan and Shirley, in linear sRGB. */
function rgbOf(nm: number): [number, number, number] {
  const lobe = (mean: number, below: number, above: number) =>
    Math.exp(-0.5 * ((nm - mean) / (nm < mean ? below : above)) ** 2)
  const x = 1.056 * lobe(599.8, 37.9, 31) + 0.362 * lobe(442, 16, 26.7) - 0.065 * lobe(501.1, 20.4, 26.2)
  const y = 0.821 * lobe(568.8, 46.9, 40.5) + 0.286 * lobe(530.9, 16.3, 31.1)
  const z = 1.217 * lobe(437, 11.8, 36) + 0.681 * lobe(459, 26, 13.8)
  return [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ]
}
