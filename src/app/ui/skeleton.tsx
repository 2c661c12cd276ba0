/** A placeholder for text or an image that is loading. Its classes give it the final size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`breathing block rounded-sm bg-frame ${className}`} />
}
