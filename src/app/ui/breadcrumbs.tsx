export interface Crumb {
  label: string
  href: string
}

/** If the line does not fit, the page's own name is truncated first, then the line scrolls. */
export function Breadcrumbs({ label, crumbs, current }: { label: string; crumbs: Crumb[]; current?: string }) {
  return (
    <nav aria-label={label}>
      <ol className="scroll-row flex items-center text-sm whitespace-nowrap text-quiet">
        {crumbs.map(({ label: name, href }, index) => (
          <li key={href} className="flex items-center">
            {index > 0 ? <Slash /> : null}
            <a href={href} className="inline-flex min-h-11 min-w-6 items-center hover:text-ink">
              {name}
            </a>
          </li>
        ))}
        {current === undefined ? null : (
          <li className="flex min-w-24 items-center">
            <Slash />
            <span aria-current="page" className="truncate text-ink">
              {current}
            </span>
          </li>
        )}
      </ol>
    </nav>
  )
}

function Slash() {
  return (
    <span aria-hidden className="px-2 text-ornament">
      /
    </span>
  )
}
