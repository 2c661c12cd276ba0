import { useLingui } from '@lingui/react/macro'
import type { SyntheticEvent } from 'react'
import { useLocation } from 'react-router'

import { localePath, splitLocalePath } from '#shared/i18n/locale-path.ts'
import { LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { usePage } from '../routing/page-context.tsx'

const NAMES: Record<Locale, { short: string; full: string }> = {
  en: { short: 'EN', full: 'English' },
  ru: { short: 'RU', full: 'Русский' },
}

/** The same page in the other language: an ordinary link, since each language is a document of its own. */
export function LanguageSwitcher() {
  const { locale } = usePage()
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { path } = splitLocalePath(pathname)
  return (
    <ul aria-label={t`Language`} className="flex text-sm">
      {LOCALES.filter((target) => target !== locale).map((target) => (
        <li key={target}>
          <a
            href={`${localePath(target, path)}${search}`}
            hrefLang={LANGUAGE_TAGS[target]}
            lang={LANGUAGE_TAGS[target]}
            aria-label={`${NAMES[target].short}, ${NAMES[target].full}`}
            title={NAMES[target].full}
            onPointerDown={takeQueryAlong}
            onFocus={takeQueryAlong}
            className="inline-flex min-h-11 min-w-11 items-center justify-center font-medium hover:text-gold"
          >
            {NAMES[target].short}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The metal and size picked on a page live in the address without the router's knowledge. */
function takeQueryAlong({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) {
  currentTarget.search = location.search
}
