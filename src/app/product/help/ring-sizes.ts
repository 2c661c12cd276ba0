export interface RingSize {
  /** Inner diameter and circumference in mm, as the journal's article on sizes has them. */
  diameter: number
  circumference: number
  russia: number
  europe: number
  britain: string
  america: number
}

/** The sizes that the shop sells on the scales that shoppers know. */
export const RING_SIZES: readonly RingSize[] = [
  { russia: 15.75, europe: 49, britain: 'J½', america: 5, diameter: 15.7, circumference: 49.3 },
  { russia: 16.5, europe: 52, britain: 'L½', america: 6, diameter: 16.5, circumference: 51.9 },
  { russia: 17, europe: 53, britain: 'M½', america: 6.5, diameter: 16.9, circumference: 53.1 },
  { russia: 17.25, europe: 54, britain: 'N½', america: 7, diameter: 17.3, circumference: 54.4 },
  { russia: 17.75, europe: 56, britain: 'O½', america: 7.5, diameter: 17.7, circumference: 55.7 },
  { russia: 18, europe: 57, britain: 'P½', america: 8, diameter: 18.1, circumference: 57 },
  { russia: 19, europe: 60, britain: 'R½', america: 9, diameter: 19, circumference: 59.5 },
]
