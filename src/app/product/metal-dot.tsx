const METALS: Record<string, string> = {
  'yellow-gold': 'bg-(image:--metal-yellow-gold)',
  'rose-gold': 'bg-(image:--metal-rose-gold)',
  'white-gold': 'bg-(image:--metal-white-gold)',
  platinum: 'bg-(image:--metal-platinum)',
  silver: 'bg-(image:--metal-silver)',
}

interface MetalDotProps {
  code: string
  /** The name of the metal, if it is not written beside the dot. */
  name?: string
  className?: string
}

export function MetalDot({ code, name, className = 'size-3' }: MetalDotProps) {
  return (
    <span
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      className={`inline-block shrink-0 rounded-full border border-ink/15 forced-color-adjust-none ${METALS[code] ?? 'bg-frame'} ${className}`}
    />
  )
}
