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
      data-metal={code}
      className={`inline-block shrink-0 rounded-full border border-ink/15 bg-linear-135 from-metal-light to-metal forced-color-adjust-none ${className}`}
    />
  )
}
