import { Trans, useLingui } from '@lingui/react/macro'
import { Column } from '@react-email/column'
import { Img } from '@react-email/img'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'

import type { EmailOrder } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { BREAKING, Rule } from '../email-parts.tsx'
import { paint } from '../paint.ts'

interface OrderProps {
  order: EmailOrder
  locale: Locale
}

export function OrderLines({ order, locale }: OrderProps) {
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
          {label ? <div {...paint({ text: 'quiet' }, SMALL)}>{label}</div> : null}
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

/** How the total comes about. */
export function OrderFigures({ order, locale }: OrderProps) {
  const { t } = useLingui()
  const money = (amount: number) => formatMoney(amount, order.currency, locale)
  const isInclusive = order.taxInclusive ?? true
  return (
    <Section className="apart" style={{ paddingBottom: 16 }}>
      <Rule />
      <div style={{ height: 12 }} />
      <Figure label={t`Subtotal`} amount={money(order.subtotal)} />
      {order.discount > 0 ? <Figure label={t`Discount`} amount={money(-order.discount)} /> : null}
      <Figure label={t`Delivery`} amount={order.shipping === 0 ? t`Free` : money(order.shipping)} />
      {order.tax > 0 && !isInclusive ? <Figure label={t`Tax`} amount={money(order.tax)} /> : null}
      <Figure label={t`Total`} amount={money(order.total)} isTotal />
      {order.tax > 0 && isInclusive ? <Figure label={t`Includes VAT`} amount={money(order.tax)} /> : null}
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
