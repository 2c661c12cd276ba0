import { useLingui } from '@lingui/react/macro'

import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { usePage } from '../../routing/page-context.tsx'
import { RING_SIZES } from '../help/ring-sizes.ts'
import { nameSize } from '../help/size-table.tsx'

/** Millimetres: fits on A4 and on Letter, within the margins of any printer. */
const [WIDTH, HEIGHT] = [180, 200]
const CARD = { width: 85.6, height: 53.98, corner: 3.18 }
/** How far the circles stand apart. */
const PITCH = 25.5
const STRIP = { top: 168, height: 14, tip: 14, slit: 88, end: 97 }

/** A sheet that measures on paper: every length in it is in millimetres, and a printer keeps them at 100 %. */
export function SizeSheet() {
  const { t } = useLingui()
  const { locale, brand } = usePage()
  const { format } = new Intl.NumberFormat(LANGUAGE_TAGS[locale])
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t`Sheet for measuring rings and fingers, to be printed at 100 percent`}
      className="sheet w-full"
      fill="none"
      stroke="currentColor"
      strokeWidth={0.25}
    >
      <Text x={0} y={6} size={6.5}>{`${brand} · ${t`Find your ring size`}`}</Text>
      <Text x={0} y={14}>{t`Print at 100 %, without “fit to page”. A bank card must fit the frame exactly.`}</Text>

      <rect x={0.2} y={20} {...{ width: CARD.width, height: CARD.height }} rx={CARD.corner} />
      <Text x={6} y={48}>{t`Lay a bank card here`}</Text>
      <path d="M100 47h50m-50-3v6m50-6v6" />
      <Text x={125} y={42} anchor="middle">{`50 ${t`mm`}`}</Text>

      <Text x={0} y={86} size={4.6}>{t`A. With a ring: lay it on the circles.`}</Text>
      <Text x={0} y={93}>{t`Its inner edge covers the line of its size.`}</Text>
      {RING_SIZES.map((size, index) => {
        const x = PITCH / 2 + index * PITCH
        return (
          <g key={size.code}>
            <circle cx={x} cy={108} r={size.diameter / 2} />
            <Text x={x} y={109.4} anchor="middle" size={4.6}>
              {nameSize(size, locale)}
            </Text>
            <Text x={x} y={125} anchor="middle" size={3.2}>{`${format(size.diameter)} ${t`mm`}`}</Text>
          </g>
        )
      })}

      <Text x={0} y={146} size={4.6}>{t`B. With a strip: cut it out, and cut the slit.`}</Text>
      <Text x={0} y={154}>{t`Wrap it round the finger, thread the tip through the slit, and pull until it sits.`}</Text>
      <Text x={0} y={160}>{t`The line at the slit is your size.`}</Text>
      <path
        d={`M${STRIP.tip} ${STRIP.top}H${STRIP.end}v${STRIP.height}H${STRIP.tip}L0 ${STRIP.top + STRIP.height / 2}Z`}
        strokeDasharray="1.5 1"
      />
      <path d={`M${STRIP.slit} ${STRIP.top + 1}v${STRIP.height - 2}`} strokeWidth={0.6} />
      {RING_SIZES.map((size, index) => {
        // The lines stand so close that their names share the height of the strip by turns.
        const half = STRIP.height / 2
        const [x, y] = [STRIP.slit - size.circumference, STRIP.top + (index % 2) * half]
        return (
          <g key={size.code} transform={`translate(${x} ${y})`}>
            <path d={`M0 0v${half}`} />
            <text fontSize={2.1} fill="currentColor" stroke="none" transform={`translate(2 ${half - 0.4}) rotate(-90)`}>
              {nameSize(size, locale)}
            </text>
          </g>
        )
      })}
      <Text
        x={0}
        y={196}
      >{t`Measure in the evening, three times. Between two sizes, a wide band takes the larger.`}</Text>
    </svg>
  )
}

interface TextProps {
  x: number
  y: number
  /** Millimetres. */
  size?: number
  anchor?: 'middle'
  children: string
}

function Text({ x, y, size = 3.8, anchor, children }: TextProps) {
  return (
    <text x={x} y={y} fontSize={size} textAnchor={anchor} fill="currentColor" stroke="none">
      {children}
    </text>
  )
}
