import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { LetterFacts, LetterPlace } from '#shared/letters/letter.ts'

import type { LetterSheet } from './letter-frame.tsx'
import { Action, Fine, Title, Words } from './letter-parts.tsx'

/** Asks whether the address is really that of whoever typed it. */
export function confirmSubscription(
  { confirmUrl }: LetterFacts['confirm-subscription'],
  { brand }: LetterPlace,
): LetterSheet {
  return {
    subject: msg`Please confirm your address`,
    preheader: msg`One click, and letters from ${brand} may come to you.`,
    body: (
      <>
        <Title>
          <Trans>Is this your address?</Trans>
        </Title>
        <Words>
          <Trans>Someone, most likely you, asked for letters from {brand} and gave us this address.</Trans>
        </Words>
        <Action href={confirmUrl}>
          <Trans>Confirm my address</Trans>
        </Action>
        <Words>
          <Trans>Was it not you? Then there is nothing to do: without this click we send you no other letter.</Trans>
        </Words>
      </>
    ),
    reason: (
      <Fine>
        <Trans>The link works for 7 days.</Trans>
      </Fine>
    ),
  }
}
