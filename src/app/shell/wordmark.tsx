import { useLocalePath, usePage } from '../routing/page-context.tsx'

export function Wordmark() {
  const to = useLocalePath()
  const { brand } = usePage()
  return (
    <a
      href={to('/')}
      className="display whitespace-nowrap inline-flex min-h-11 items-center text-2xl tracking-[0.14em] uppercase max-sm:text-[min(1.375rem,7vw)]"
    >
      {brand}
    </a>
  )
}
