/** Spacing steps in px, and the width class of each. */
const STEPS = [
  [4, 'w-1'],
  [8, 'w-2'],
  [12, 'w-3'],
  [16, 'w-4'],
  [24, 'w-6'],
  [32, 'w-8'],
  [48, 'w-12'],
  [64, 'w-16'],
  [96, 'w-24'],
  [128, 'w-32'],
] as const

export function Spacing() {
  return (
    <ul className="flex flex-wrap items-end gap-x-6 gap-y-8">
      {STEPS.map(([px, width]) => (
        <li key={px}>
          <span className={`block h-12 bg-ornament/40 ${width}`} />
          <span className="mt-2 block text-xs text-quiet tabular-nums">{px}</span>
        </li>
      ))}
    </ul>
  )
}
