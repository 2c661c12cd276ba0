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

interface LanguageSwitcherProps {
  /** Every language by its own name, the page's marked; else only the way to the other one, in two letters. */
  isFull?: boolean
}

/** The same page in another language: ordinary links, since each language is a document of its own. */
export function LanguageSwitcher({ isFull = false }: LanguageSwitcherProps) {
  const { locale } = usePage()
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { path } = splitLocalePath(pathname)
  return (
    <ul aria-label={t`Language`} className={isFull ? 'choices' : 'flex text-sm font-medium'}>
      {LOCALES.filter((target) => isFull || target !== locale).map((target) => {
        const { short, full } = NAMES[target]
        return (
          <li key={target}>
            <a
              href={`${localePath(target, path)}${search}`}
              hrefLang={LANGUAGE_TAGS[target]}
              lang={LANGUAGE_TAGS[target]}
              aria-current={target === locale || undefined}
              aria-label={isFull ? undefined : `${short}, ${full}`}
              title={full}
              onPointerDown={takeQueryAlong}
              onFocus={takeQueryAlong}
              className={isFull ? '' : 'flex min-h-11 min-w-11 items-center justify-center hover:text-gold'}
            >
              {isFull ? full : short}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** The metal and size picked on a page live in the address without the router's knowledge. */
function takeQueryAlong({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) {
  currentTarget.search = location.search
}
