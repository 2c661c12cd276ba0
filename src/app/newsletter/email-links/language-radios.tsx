import { LANGUAGE_NAMES, LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { Radio } from '../../ui/check-field.tsx'

/** Place it in a fieldset with a legend. */
export function LanguageRadios({ chosen }: { chosen: Locale }) {
  return LOCALES.map((locale) => (
    <Radio
      key={locale}
      name="language"
      value={locale}
      defaultChecked={locale === chosen}
      label={<span lang={LANGUAGE_TAGS[locale]}>{LANGUAGE_NAMES[locale]}</span>}
    />
  ))
}
