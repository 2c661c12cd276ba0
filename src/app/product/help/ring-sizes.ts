export interface RingSize {
  /** The code of this option value for every ring: the US size in URL-safe form. */
  code: string
  /** Inner diameter and circumference in mm, identical to those in the journal's article on sizes. */
  diameter: number
  circumference: number
  russia: number
  europe: number
  britain: string
  america: number
  /** The Japanese size. Contains two codes if the scale has no single equivalent. */
  japan: string
}

/** The sizes that the shop sells, on the scales that shoppers know, the smallest first. */
export const RING_SIZES: readonly RingSize[] = [
  size({ america: 5, russia: 15.75, europe: 49, britain: 'J½', japan: '9', diameter: 15.7, circumference: 49.3 }),
  size({ america: 6, russia: 16.5, europe: 52, britain: 'L½', japan: '11–12', diameter: 16.5, circumference: 51.9 }),
  size({ america: 6.5, russia: 17, europe: 53, britain: 'M½', japan: '13', diameter: 16.9, circumference: 53.1 }),
  size({ america: 7, russia: 17.25, europe: 54, britain: 'N½', japan: '14', diameter: 17.3, circumference: 54.4 }),
  size({ america: 7.5, russia: 17.75, europe: 56, britain: 'O½', japan: '15', diameter: 17.7, circumference: 55.7 }),
  size({ america: 8, russia: 18, europe: 57, britain: 'P½', japan: '16–17', diameter: 18.1, circumference: 57 }),
  size({ america: 9, russia: 19, europe: 60, britain: 'R½', japan: '18–19', diameter: 19, circumference: 59.5 }),
]

function size(scales: Omit<RingSize, 'code'>): RingSize {
  return { code: String(scales.america).replace('.', '-'), ...scales }
}
