import { useLingui } from '@lingui/react/macro'
import type { SyntheticEvent } from 'react'
import { useLocation } from 'react-router'

import { localePath, splitLocalePath, LANGUAGE_NAMES, LANGUAGE_TAGS, LOCALES } from '#shared/i18n/locale.ts'

import { usePage } from '../routing/page-context.tsx'

interface LanguageSwitcherProps {
  /** Lists every locale by its own name. Otherwise there is only a link to the other locale, with two letters. */
  isFull?: boolean
}

/** The links are ordinary, because each language is a separate document. */
export function LanguageSwitcher({ isFull = false }: LanguageSwitcherProps) {
  const { locale } = usePage()
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const { path } = splitLocalePath(pathname)
  return (
    <ul aria-label={t`Language`} className={isFull ? 'choices' : 'flex text-sm font-medium'}>
      {LOCALES.filter((target) => isFull || target !== locale).map((target) => {
        const [short, full] = [target.toUpperCase(), LANGUAGE_NAMES[target]]
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

/** The metal and size chosen on a page are in the URL, but not in the router's state. */
function takeQueryAlong({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) {
  currentTarget.search = location.search
}
