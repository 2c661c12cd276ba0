import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import { localePath } from '#shared/i18n/locale-path.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { LetterFacts, LetterPlace } from '#shared/letters/letter.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { writeDay } from '#shared/withdrawal/write-moment.ts'

import type { LetterSheet } from '../letter-frame.tsx'
import { Action, BuyersReason, Fine, Subtitle, Title, Words, WordsLink } from '../letter-parts.tsx'
import { OrderFigures, OrderLines } from './order-lines.tsx'

/** What was bought, what it costs, where it goes, and what happens next. */
export function orderPlaced(
  { order, orderUrl, heldUntil }: LetterFacts['order-placed'],
  { brand, origin }: LetterPlace,
  locale: Locale,
): LetterSheet {
  const { number, address, delivery } = order
  const returns = origin + localePath(locale, '/policies/return-policy')
  const total = formatMoney(order.total, order.currency, locale)
  return {
    subject: msg`Your order ${number}`,
    preheader: msg`Thank you. Your order for ${total} is placed.`,
    body: (
      <>
        <Fine>
          <Trans>Order {number}</Trans>
        </Fine>
        <Title>
          <Trans>Thank you. Your order is placed.</Trans>
        </Title>
        {heldUntil ? (
          <Words>
            <Trans>
              We hold your pieces until {writeDay(heldUntil, locale)}. Please pay our invoice by then: after that day an
              unpaid order is cancelled, and its pieces go back on sale.
            </Trans>
          </Words>
        ) : null}
        <Words>
          <Trans>We look at every stone once more, pack your order by hand and send it on its way.</Trans>
        </Words>
        {orderUrl ? (
          <Action href={orderUrl}>
            <Trans>See the order</Trans>
          </Action>
        ) : null}
        <OrderLines order={order} locale={locale} />
        <OrderFigures order={order} locale={locale} />
        {address.length > 0 ? (
          <>
            <Subtitle>
              <Trans>Delivery address</Trans>
            </Subtitle>
            <Words>{address.flatMap((line, index) => (index === 0 ? [line] : [<br key={line} />, line]))}</Words>
          </>
        ) : null}
        {delivery ? (
          <>
            <Subtitle>
              <Trans>Shipping method</Trans>
            </Subtitle>
            <Words>{delivery}</Words>
          </>
        ) : null}
        <Subtitle>
          <Trans>If something is not right</Trans>
        </Subtitle>
        <Words>
          <Trans>
            Reply to this letter, whatever it is. <WordsLink href={returns}>How returns work</WordsLink>
          </Trans>
        </Words>
      </>
    ),
    reason: <BuyersReason brand={brand} />,
  }
}
