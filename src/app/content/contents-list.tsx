import { Trans, useLingui } from '@lingui/react/macro'

import type { TocLink } from '#content/document.ts'

/** What a long page holds, by its headings. */
export function ContentsList({ links }: { links: readonly TocLink[] }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`On this page`} className="border-y border-line py-5">
      <p className="label-caps mb-2 text-gold">
        <Trans>On this page</Trans>
      </p>
      <ul className="gap-x-8 sm:columns-2">
        {links.map(({ id, text }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="inline-flex min-h-11 items-center py-1 text-sm hover:text-gold md:min-h-8">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
