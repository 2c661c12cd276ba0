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

/** The sizes that the shop sells, on the scales that shoppers know, the smallest first. `public/ring-sizer-*.pdf` draw them. */
export const RING_SIZES: readonly RingSize[] = [
  size({ america: 3, russia: 14, europe: 44, britain: 'F½', japan: '4', diameter: 14.1, circumference: 44.2 }),
  size({ america: 3.5, russia: 14.5, europe: 45, britain: 'G½', japan: '5–6', diameter: 14.5, circumference: 45.5 }),
  size({ america: 4, russia: 15, europe: 47, britain: 'H½', japan: '7', diameter: 14.9, circumference: 46.8 }),
  size({ america: 4.5, russia: 15.25, europe: 48, britain: 'I½', japan: '8', diameter: 15.3, circumference: 48 }),
  size({ america: 5, russia: 15.75, europe: 49, britain: 'J½', japan: '9', diameter: 15.7, circumference: 49.3 }),
  size({ america: 5.5, russia: 16, europe: 51, britain: 'K½', japan: '10', diameter: 16.1, circumference: 50.6 }),
  size({ america: 6, russia: 16.5, europe: 52, britain: 'L½', japan: '11–12', diameter: 16.5, circumference: 51.9 }),
  size({ america: 6.5, russia: 17, europe: 53, britain: 'M½', japan: '13', diameter: 16.9, circumference: 53.1 }),
  size({ america: 7, russia: 17.25, europe: 54, britain: 'N½', japan: '14', diameter: 17.3, circumference: 54.4 }),
  size({ america: 7.5, russia: 17.75, europe: 56, britain: 'O½', japan: '15', diameter: 17.7, circumference: 55.7 }),
  size({ america: 8, russia: 18, europe: 57, britain: 'P½', japan: '16–17', diameter: 18.1, circumference: 57 }),
  size({ america: 8.5, russia: 18.5, europe: 58, britain: 'Q½', japan: '18', diameter: 18.5, circumference: 58.2 }),
  size({ america: 9, russia: 19, europe: 60, britain: 'R½', japan: '18–19', diameter: 19, circumference: 59.5 }),
  size({ america: 9.5, russia: 19.25, europe: 61, britain: 'S½', japan: '20', diameter: 19.4, circumference: 60.8 }),
  size({ america: 10, russia: 19.75, europe: 62, britain: 'T½', japan: '21', diameter: 19.8, circumference: 62.1 }),
  size({
    america: 10.5,
    russia: 20.25,
    europe: 63,
    britain: 'U½',
    japan: '22–23',
    diameter: 20.2,
    circumference: 63.3,
  }),
  size({ america: 11, russia: 20.5, europe: 65, britain: 'V½', japan: '24', diameter: 20.6, circumference: 64.6 }),
  size({ america: 11.5, russia: 21, europe: 66, britain: 'W½', japan: '25', diameter: 21, circumference: 65.9 }),
  size({ america: 12, russia: 21.5, europe: 67, britain: 'Y', japan: '26', diameter: 21.4, circumference: 67.2 }),
  size({ america: 12.5, russia: 21.75, europe: 68, britain: 'Z', japan: '27–28', diameter: 21.8, circumference: 68.5 }),
  size({ america: 13, russia: 22.25, europe: 70, britain: 'Z+1', japan: '29', diameter: 22.2, circumference: 69.7 }),
]

function size(scales: Omit<RingSize, 'code'>): RingSize {
  return { code: String(scales.america).replace('.', '-'), ...scales }
}
