export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`breathing block rounded-sm bg-frame ${className}`} />
}
