import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { LetterFacts, LetterPlace } from '#shared/letters/letter.ts'

import type { LetterSheet } from './letter-frame.tsx'
import { Action, Fine, Title, Words } from './letter-parts.tsx'

/** The first letter after an address is confirmed. */
export function welcome({ shopUrl }: LetterFacts['welcome'], { brand }: LetterPlace): LetterSheet {
  return {
    subject: msg`Welcome to the Inner Circle`,
    preheader: msg`New pieces, sales before they begin, and what there is to know about stones.`,
    body: (
      <>
        <Title>
          <Trans>Welcome to the Inner Circle</Trans>
        </Title>
        <Words>
          <Trans>
            Your address is confirmed. From now on you see new pieces first, and hear of sales before they begin.
          </Trans>
        </Words>
        <Words>
          <Trans>We write seldom, and only when there is something to show.</Trans>
        </Words>
        <Action href={shopUrl}>
          <Trans>See the collection</Trans>
        </Action>
      </>
    ),
    reason: (
      <Fine>
        <Trans>You get this letter because you confirmed that you would like to hear from {brand}.</Trans>
      </Fine>
    ),
  }
}
