export interface Crumb {
  label: string
  href: string
}

interface BreadcrumbsProps {
  /** The name of this landmark. */
  label: string
  crumbs: Crumb[]
}

/** The way back up; the page itself is named by its heading and not repeated here. */
export function Breadcrumbs({ label, crumbs }: BreadcrumbsProps) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center text-sm text-quiet">
        {crumbs.map(({ label: name, href }, index) => (
          <li key={href} className="flex items-center">
            {index > 0 ? (
              <span aria-hidden className="px-2 text-ornament">
                /
              </span>
            ) : null}
            <a href={href} className="inline-flex min-h-11 items-center hover:text-ink">
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
