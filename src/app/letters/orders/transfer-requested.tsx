import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { LetterFacts, LetterPlace } from '#shared/letters/letter.ts'

import type { LetterSheet } from '../letter-frame.tsx'
import { Action, BuyersReason, Title, Words } from '../letter-parts.tsx'

/** Asks who placed an order whether it may move to somebody's customer account. */
export function transferRequested(
  { orderNumber, answerUrl }: LetterFacts['transfer-requested'],
  { brand }: LetterPlace,
): LetterSheet {
  return {
    subject: msg`May your order ${orderNumber} move to another account?`,
    preheader: msg`Someone asks for it. It stays where it is unless you agree.`,
    body: (
      <>
        <Title>
          <Trans>May order {orderNumber} move?</Trans>
        </Title>
        <Words>
          <Trans>
            Someone asks to take your order {orderNumber} into their customer account at {brand}. Whoever has it there
            sees its pieces, its addresses and where it is.
          </Trans>
        </Words>
        <Words>
          <Trans>If that is you, or someone you trust, agree. If you do not know who it is, decline.</Trans>
        </Words>
        <Action href={answerUrl}>
          <Trans>Agree or decline</Trans>
        </Action>
        <Words>
          <Trans>Without your answer the order stays where it is.</Trans>
        </Words>
      </>
    ),
    reason: <BuyersReason brand={brand} />,
  }
}
