export type Point = readonly [x: number, y: number]

/** A smooth path through points (Catmull-Rom). */
export function curve(points: readonly Point[]): string {
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)] as Point
  const parts = points.slice(1).map((to, index) => {
    const from = at(index)
    const [before, after] = [at(index - 1), at(index + 2)]
    const bend = (side: 0 | 1, sign: number) =>
      sign > 0 ? from[side] + (to[side] - before[side]) / 6 : to[side] - (after[side] - from[side]) / 6
    return `C${[bend(0, 1), bend(1, 1), bend(0, -1), bend(1, -1), ...to].map((number) => Number(number.toFixed(1))).join(' ')}`
  })
  return `M${at(0).join(' ')}${parts.join('')}`
}
