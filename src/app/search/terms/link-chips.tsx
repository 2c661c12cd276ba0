interface LinkChip {
  label: string
  href: string
  onClick?: () => void
}

export function LinkChips({ links }: { links: readonly LinkChip[] }) {
  return (
    <ul className="flex flex-wrap gap-2.5">
      {links.map(({ label, ...link }) => (
        <li key={link.href}>
          <a
            {...link}
            className="inline-flex min-h-11 items-center rounded-sm border border-line bg-surface px-4 py-1.5 text-sm transition-colors duration-200 hover:border-ink"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
