import { Trans, useLingui } from '@lingui/react/macro'
import { Column } from '@react-email/column'
import { Img } from '@react-email/img'
import { Row } from '@react-email/row'
import type { ReactNode } from 'react'

import type { Locale } from '#shared/i18n/locale.ts'
import type { LetterOrder } from '#shared/letters/letter.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { Fine, Words } from './letter-parts.tsx'
import { paint } from './paint.ts'

interface OrderProps {
  order: LetterOrder
  locale: Locale
}

export function OrderLines({ order, locale }: OrderProps) {
  return order.lines.map(({ title, label, quantity, total, picture }, index) => (
    <Row key={index} {...paint({ edge: 'line' }, { borderTop: '1px solid', padding: '16px 0' })}>
      {picture ? (
        <Column style={{ width: 88, verticalAlign: 'top' }}>
          <Img src={picture} alt="" width="72" height="72" {...paint({ ground: 'frame' })} />
        </Column>
      ) : null}
      <Column style={{ verticalAlign: 'top' }}>
        <Words>{title}</Words>
        {label ? <Fine>{label}</Fine> : null}
        {quantity > 1 ? (
          <Fine>
            <Trans>Quantity: {quantity}</Trans>
          </Fine>
        ) : null}
      </Column>
      <Column style={{ verticalAlign: 'top', textAlign: 'right' }}>
        <Words>{formatMoney(total, order.currency, locale)}</Words>
      </Column>
    </Row>
  ))
}

export function OrderFigures({ order, locale }: OrderProps) {
  const { t } = useLingui()
  const money = (amount: number) => formatMoney(amount, order.currency, locale)
  return (
    <>
      <Figure label={t`Subtotal`}>{money(order.subtotal)}</Figure>
      {order.discount > 0 ? <Figure label={t`Discount`}>{money(-order.discount)}</Figure> : null}
      <Figure label={t`Delivery`}>{order.shipping === 0 ? t`Free` : money(order.shipping)}</Figure>
      {order.tax > 0 ? <Figure label={t`Tax included`}>{money(order.tax)}</Figure> : null}
      <Figure label={t`Total`}>{money(order.total)}</Figure>
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Row>
      <Column>
        <Fine>{label}</Fine>
      </Column>
      <Column style={{ textAlign: 'right' }}>
        <Fine>{children}</Fine>
      </Column>
    </Row>
  )
}
