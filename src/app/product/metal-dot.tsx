const METALS: Record<string, string> = {
  'yellow-gold': 'bg-(image:--metal-yellow-gold)',
  'rose-gold': 'bg-(image:--metal-rose-gold)',
  'white-gold': 'bg-(image:--metal-white-gold)',
  platinum: 'bg-(image:--metal-platinum)',
  silver: 'bg-(image:--metal-silver)',
}

/** A drop of the metal's colour; decoration, so its name stands beside it. */
export function MetalDot({ code, className = 'size-3' }: { code: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={`inline-block shrink-0 rounded-full border border-ink/15 forced-color-adjust-none ${METALS[code] ?? 'bg-frame'} ${className}`}
    />
  )
}
