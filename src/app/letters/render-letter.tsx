import { setupI18n, type I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render } from '@react-email/render'

import type { Locale } from '#shared/i18n/locale.ts'
import type { Letter, LetterFacts, LetterName, LetterPlace, RenderedLetter } from '#shared/letters/letter.ts'

import { confirmSubscription } from './confirm-subscription.tsx'
import { giftHint } from './gift-hint.tsx'
import { LetterFrame, type LetterSheet } from './letter-frame.tsx'
import { orderLapsed } from './orders/order-lapsed.tsx'
import { orderLink } from './orders/order-link.tsx'
import { orderPlaced } from './orders/order-placed.tsx'
import { transferRequested } from './orders/transfer-requested.tsx'
import { withdrawalReceived } from './orders/withdrawal-received.tsx'
import { toPlainText } from './to-plain-text.ts'
import { welcome } from './welcome.tsx'

type LetterNamed<Name extends LetterName> = { name: Name; locale: Locale; facts: LetterFacts[Name] }

const SHEETS: {
  [Name in LetterName]: (facts: LetterFacts[Name], place: LetterPlace, locale: Locale) => LetterSheet
} = {
  'confirm-subscription': confirmSubscription,
  welcome,
  'gift-hint': giftHint,
  'order-placed': orderPlaced,
  'order-link': orderLink,
  'order-lapsed': orderLapsed,
  'transfer-requested': transferRequested,
  'withdrawal-received': withdrawalReceived,
}

const WORDS = {
  en: () => import('../../../locales/letters/en.po'),
  ru: () => import('../../../locales/letters/ru.po'),
}

/** A letter in its language, as HTML and as text. @param place its addresses are absolute, as all in the letter */
export async function renderLetter(letter: Letter, place: LetterPlace): Promise<RenderedLetter> {
  const { locale } = letter
  const i18n = await loadWords(locale)
  const sheet = toSheet(letter, place)
  const html = await render(
    <I18nProvider i18n={i18n}>
      <LetterFrame sheet={sheet} locale={locale} place={place} />
    </I18nProvider>,
  )
  return { subject: i18n._(sheet.subject), html, text: toPlainText(html) }
}

function toSheet<Name extends LetterName>(letter: LetterNamed<Name>, place: LetterPlace): LetterSheet {
  return SHEETS[letter.name](letter.facts, place, letter.locale)
}

async function loadWords(locale: Locale): Promise<I18n> {
  const { messages } = await WORDS[locale]()
  return setupI18n({ locale, messages: { [locale]: messages } })
}
