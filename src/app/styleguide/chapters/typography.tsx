import { LANGUAGE_TAGS, LOCALES } from '#shared/i18n/locale.ts'

import { guideMessages } from '../guide-messages.ts'
import { useGuideMessages } from '../use-guide-messages.ts'

/** Name, size in px and typeface of each step. */
const SCALE = [
  { name: '5xl', px: 64, shown: 'display text-5xl' },
  { name: '4xl', px: 48, shown: 'display text-4xl' },
  { name: '3xl', px: 36, shown: 'display text-3xl' },
  { name: '2xl', px: 28, shown: 'display text-2xl' },
  { name: 'xl', px: 22, shown: 'display text-xl' },
  { name: 'lg', px: 18, shown: 'text-lg' },
  { name: 'base', px: 16, shown: 'text-base' },
  { name: 'sm', px: 14, shown: 'text-sm' },
  { name: 'xs', px: 13, shown: 'text-xs' },
  { name: 'label', px: 13, shown: 'label-caps text-gold' },
] as const

export function Typography() {
  const { locale } = useGuideMessages()
  const languages = LOCALES.toSorted((a, b) => Number(b === locale) - Number(a === locale))
  return (
    <ul className="ruled">
      {SCALE.map(({ name, px, shown }) => (
        <li
          key={name}
          className="grid gap-x-6 gap-y-2 py-5 first:pt-0 md:grid-cols-[5rem_minmax(0,1fr)] md:items-baseline"
        >
          <p className="text-xs text-quiet tabular-nums">
            {name} · {px}
          </p>
          <div className="flex flex-col gap-1.5">
            {languages.map((language) => (
              <p key={language} lang={LANGUAGE_TAGS[language]} className={shown}>
                {specimen(name, shown, guideMessages(language))}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

function specimen(name: string, shown: string, texts: ReturnType<typeof guideMessages>): string {
  if (name === 'label') return texts.label
  return shown.startsWith('display') ? texts.display : texts.text
}
