/** Holds the place of words or an image that are on their way; its size is the final one, given by its classes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`breathing block rounded-sm bg-frame ${className}`} />
}
