import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Column } from '@react-email/column'
import { Img } from '@react-email/img'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'

import type { Gift } from '#shared/cart/gift.ts'
import { writeDays } from '#shared/delivery/delivery-days.ts'
import type { EmailFacts, EmailContext, EmailOrder } from '#shared/email/email.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import type { OrderPayment } from '#shared/order/order.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { Action, OrderReason, Fine, Subtitle, Title, Paragraph, TextLink, BREAKING, Rule } from '../email-parts.tsx'
import { typedText } from '../harmless-text.ts'
import { paint } from '../paint.ts'

export function orderPlaced(
  { order, orderUrl, heldUntil, payment, arrival }: EmailFacts['order-placed'],
  { brand, origin }: EmailContext,
  locale: Locale,
): EmailLayout {
  const { number, address, delivery } = order
  const returns = origin + localePath(locale, '/policies/return-policy')
  const total = formatMoney(order.total, order.currency, locale)
  return {
    subject: msg`Your order ${number}`,
    preheader: msg`Thank you. Your order for ${total} has been placed.`,
    body: (
      <>
        <Fine>
          <Trans>Order {number}</Trans>
        </Fine>
        <Title>
          <Trans>Thank you. Your order has been placed.</Trans>
        </Title>
        <Paragraph>
          {payment.state === 'due' ? (
            <Trans>
              Once we receive your payment, we’ll check every stone again, pack your order by hand and send it on its
              way.
            </Trans>
          ) : (
            <Trans>We’ll check every stone again, pack your order by hand and send it on its way.</Trans>
          )}
        </Paragraph>
        <Action href={orderUrl}>
          <Trans>View order</Trans>
        </Action>
        <PaymentText payment={payment} order={order} heldUntil={heldUntil} locale={locale} />
        {heldUntil ? (
          <Paragraph>
            <Trans>
              We’ll hold your items until {writeDay(heldUntil, locale)}. Please pay by then; otherwise, your order will
              be cancelled and its items will go back on sale.
            </Trans>
          </Paragraph>
        ) : null}
        {arrival ? (
          <>
            <Subtitle>
              <Trans>Estimated arrival</Trans>
            </Subtitle>
            <Paragraph>
              {writeDays(arrival, locale)}
              {arrival.if_paid_on ? (
                <>
                  <br />
                  {payment.instructions ? (
                    <Trans>
                      If we receive your payment by {writeDay(arrival.if_paid_on, locale)}. If you pay later, these
                      dates will move.
                    </Trans>
                  ) : (
                    <Trans>
                      If you pay as soon as you get our bank details. If you pay later, these dates will move.
                    </Trans>
                  )}
                </>
              ) : null}
            </Paragraph>
          </>
        ) : null}
        <OrderLines order={order} locale={locale} />
        <OrderFigures order={order} locale={locale} />
        {order.isEngraved ? (
          <Fine>
            <Trans>
              Engraved pieces are made to your order: the right of withdrawal doesn’t apply to them, and they can’t be
              returned unless they’re faulty.
            </Trans>
          </Fine>
        ) : null}
        {address.length > 0 ? (
          <>
            <Subtitle>
              <Trans>Delivery address</Trans>
            </Subtitle>
            <Paragraph>
              <Lines lines={address.map(typedText)} />
            </Paragraph>
          </>
        ) : null}
        {delivery ? (
          <>
            <Subtitle>
              <Trans>Delivery method</Trans>
            </Subtitle>
            <Paragraph>
              {delivery}
              {order.gift?.needed_by ? (
                <>
                  <br />
                  <Trans>
                    Needed by {writeDays({ earliest: order.gift.needed_by, latest: order.gift.needed_by }, locale)}
                  </Trans>
                </>
              ) : null}
            </Paragraph>
          </>
        ) : null}
        {order.gift ? <GiftText gift={order.gift} /> : null}
        <Subtitle>
          <Trans>If something isn’t right</Trans>
        </Subtitle>
        <Paragraph>
          <Trans>
            Just reply to this email. We’re happy to help. <TextLink href={returns}>How returns work</TextLink>
          </Trans>
        </Paragraph>
      </>
    ),
    reason: <OrderReason brand={brand} />,
  }
}

/** Nothing if the shopper only needs the parcel by a day. */
function GiftText({ gift: { wrap, hide_prices: hidesPrices, message: typed } }: { gift: Gift }) {
  const { t } = useLingui()
  const message = typed && typedText(typed)
  const lines = [
    ...(wrap ? [t`Gift wrap`] : []),
    ...(hidesPrices ? [t`No prices in the parcel`] : []),
    ...(message ? t`Card: “${message}”`.split('\n') : []),
  ]
  if (lines.length === 0) return null
  return (
    <>
      <Subtitle>
        <Trans>Gift</Trans>
      </Subtitle>
      <Paragraph>
        <Lines lines={lines} />
      </Paragraph>
    </>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line]))
}

interface PaymentProps {
  order: EmailFacts['order-placed']['order']
  heldUntil: string | null
  payment: OrderPayment
  locale: Locale
}

function PaymentText({ payment, order, heldUntil, locale }: PaymentProps) {
  const { number, currency } = order
  const total = formatMoney(order.total, currency, locale)
  const due = formatMoney(payment.amount_due, currency, locale)
  return (
    <>
      <Subtitle>
        <Trans>Payment</Trans>
      </Subtitle>
      {payment.state === 'due' ? (
        <>
          <Paragraph>
            <Trans>Pay by invoice: {due}</Trans>
            <br />
            <Trans>Payment reference: {number}</Trans>
            {heldUntil ? (
              <>
                <br />
                <Trans>Pay by: {writeDay(heldUntil, locale)}</Trans>
              </>
            ) : null}
          </Paragraph>
          {payment.instructions ? (
            <Paragraph>
              <Lines lines={payment.instructions.trim().split('\n')} />
            </Paragraph>
          ) : null}
          <Paragraph>
            {payment.instructions ? null : (
              <Trans>We’ll email our bank details to this address within one working day.</Trans>
            )}{' '}
            <Trans>Please include the payment reference with your transfer so we can match it to your order.</Trans>
          </Paragraph>
        </>
      ) : (
        <Paragraph>
          {payment.state === 'none' ? (
            <Trans>There’s nothing to pay.</Trans>
          ) : payment.state === 'pending' ? (
            <Trans>We’re confirming your payment. You don’t need to do anything.</Trans>
          ) : payment.method === 'paypal' ? (
            <Trans>Paid with PayPal: {total}. There’s nothing more to pay.</Trans>
          ) : (
            <Trans>Paid: {total}. There’s nothing more to pay.</Trans>
          )}
        </Paragraph>
      )}
    </>
  )
}

interface OrderProps {
  order: EmailOrder
  locale: Locale
}

function OrderLines({ order, locale }: OrderProps) {
  return order.lines.map(({ title, label, quantity, total, picture: image }, index) => (
    <Section key={index} className="apart">
      <Rule />
      <Row style={{ padding: '16px 0' }}>
        {image ? (
          <Column style={{ width: 88, verticalAlign: 'top' }}>
            <Img src={image} alt="" width="72" height="72" {...paint({ ground: 'frame' }, { objectFit: 'cover' })} />
          </Column>
        ) : null}
        <Column style={{ verticalAlign: 'top' }}>
          <div {...paint({ text: 'ink' }, NAME)}>{title}</div>
          {label ? <div {...paint({ text: 'quiet' }, SMALL)}>{typedText(label)}</div> : null}
          {quantity > 1 ? (
            <div {...paint({ text: 'quiet' }, SMALL)}>
              <Trans>Quantity: {quantity}</Trans>
            </div>
          ) : null}
        </Column>
        <Column {...paint({ text: 'ink' }, { ...AMOUNT, verticalAlign: 'top' })}>
          {formatMoney(total, order.currency, locale)}
        </Column>
      </Row>
    </Section>
  ))
}

function OrderFigures({ order, locale }: OrderProps) {
  const { t } = useLingui()
  const money = (amount: number) => formatMoney(amount, order.currency, locale)
  return (
    <Section className="apart" style={{ paddingBottom: 16 }}>
      <Rule />
      <div style={{ height: 12 }} />
      <Figure label={t`Subtotal`} amount={money(order.subtotal)} />
      {order.discount > 0 ? <Figure label={t`Discount`} amount={money(-order.discount)} /> : null}
      <Figure label={t`Delivery`} amount={order.shipping === 0 ? t`Free` : money(order.shipping)} />
      {order.tax > 0 && !order.taxInclusive ? <Figure label={t`Tax`} amount={money(order.tax)} /> : null}
      <Figure label={t`Total`} amount={money(order.total)} isTotal />
      {order.tax > 0 && order.taxInclusive ? <Figure label={t`Includes VAT`} amount={money(order.tax)} /> : null}
      {order.refunded > 0 ? <Figure label={t`Refunded`} amount={money(order.refunded)} /> : null}
    </Section>
  )
}

interface FigureProps {
  label: string
  amount: string
  isTotal?: boolean
}

function Figure({ label, amount, isTotal = false }: FigureProps) {
  const weight = isTotal ? TOTAL : {}
  return (
    <Row>
      <Column {...paint({ text: isTotal ? 'ink' : 'quiet' }, { ...SMALL, padding: '4px 16px 4px 0', ...weight })}>
        {label}
      </Column>
      <Column {...paint({ text: 'ink' }, { ...AMOUNT, padding: '4px 0', ...weight })}>{amount}</Column>
    </Row>
  )
}

const NAME = { ...BREAKING, fontSize: 16, lineHeight: '24px' } as const
const SMALL = { ...BREAKING, fontSize: 14, lineHeight: '22px' } as const
const AMOUNT = {
  paddingLeft: 16,
  fontSize: 14,
  lineHeight: '24px',
  textAlign: 'right',
  whiteSpace: 'nowrap',
} as const
const TOTAL = { fontSize: 17, fontWeight: 600 } as const
