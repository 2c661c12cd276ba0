import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { LetterFacts, LetterPlace } from '#shared/letters/letter.ts'

import type { LetterSheet } from '../letter-frame.tsx'
import { Action, BuyersReason, Title, Words } from '../letter-parts.tsx'

/** Brings the link that opens all of an order, to the address that it was placed with. */
export function orderLink({ orderNumber, orderUrl }: LetterFacts['order-link'], { brand }: LetterPlace): LetterSheet {
  return {
    subject: msg`The link to your order ${orderNumber}`,
    preheader: msg`It opens everything about your order.`,
    body: (
      <>
        <Title>
          <Trans>Open your order {orderNumber}</Trans>
        </Title>
        <Words>
          <Trans>Someone, most likely you, asked for the link to this order. It shows everything about it.</Trans>
        </Words>
        <Action href={orderUrl}>
          <Trans>See the order</Trans>
        </Action>
        <Words>
          <Trans>
            Please keep this link to yourself: anyone who has it can see your address. If you did not ask for it, there
            is nothing to do.
          </Trans>
        </Words>
      </>
    ),
    reason: <BuyersReason brand={brand} />,
  }
}
