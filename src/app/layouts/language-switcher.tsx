import { Trans, useLingui } from '@lingui/react/macro'
import { useId, type ComponentProps, type SyntheticEvent } from 'react'
import { useLocation } from 'react-router'

import { localePath, splitLocalePath } from '#shared/i18n/locale-path.ts'
import { LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { usePage } from '../routing/page-context.tsx'

const NAMES: Record<Locale, { short: string; full: string }> = {
  en: { short: 'EN', full: 'English' },
  ru: { short: 'RU', full: 'Русский' },
}

/** The way to the other language, where there is little room. */
export function LanguageSwitcher() {
  const { locale } = usePage()
  const { t } = useLingui()
  return (
    <ul aria-label={t`Language`} className="flex text-sm">
      {LOCALES.filter((target) => target !== locale).map((target) => (
        <li key={target}>
          <LanguageLink
            target={target}
            aria-label={`${NAMES[target].short}, ${NAMES[target].full}`}
            title={NAMES[target].full}
            className="inline-flex min-h-11 min-w-11 items-center justify-center font-medium hover:text-gold"
          >
            {NAMES[target].short}
          </LanguageLink>
        </li>
      ))}
    </ul>
  )
}

/** Every language by its own name, the page's marked. */
export function LanguageChoice() {
  const { locale } = usePage()
  const labelId = useId()
  return (
    <div>
      <p id={labelId} className="text-sm text-quiet">
        <Trans>Language</Trans>
      </p>
      <ul aria-labelledby={labelId} className="mt-1 inline-flex rounded-sm border border-edge text-sm">
        {LOCALES.map((target) => (
          <li key={target} className="not-first:border-l not-first:border-line">
            <LanguageLink
              target={target}
              aria-current={target === locale ? 'true' : undefined}
              className="flex min-h-11 items-center px-4 transition-colors hover:text-gold aria-current:bg-ink aria-current:text-paper"
            >
              {NAMES[target].full}
            </LanguageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The same page in another language: an ordinary link, since each language is a document of its own. */
function LanguageLink({ target, ...rest }: ComponentProps<'a'> & { target: Locale }) {
  const { pathname, search } = useLocation()
  const { path } = splitLocalePath(pathname)
  const tag = LANGUAGE_TAGS[target]
  return (
    <a
      {...rest}
      href={`${localePath(target, path)}${search}`}
      hrefLang={tag}
      lang={tag}
      onPointerDown={takeQueryAlong}
      onFocus={takeQueryAlong}
    />
  )
}

/** The metal and size picked on a page live in the address without the router's knowledge. */
function takeQueryAlong({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) {
  currentTarget.search = location.search
}
