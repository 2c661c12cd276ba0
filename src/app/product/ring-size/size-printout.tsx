import { useLingui } from '@lingui/react/macro'

import { PRINTOUT, PRINTOUT_LINE, type PrintoutShape } from '#shared/product/size-printout.ts'

import { usePage } from '../../routing/page-context.tsx'
import { sizePrintoutShapes } from './size-printout-shapes.ts'

/** A preview of the printable ring sizer. Printed from the browser, it may be larger than from the PDF. */
export function SizePrintout() {
  const { t, i18n } = useLingui()
  const { locale, brand } = usePage()
  return (
    <svg
      viewBox={`0 0 ${PRINTOUT.width} ${PRINTOUT.height}`}
      role="img"
      aria-label={t`Printable sheet for measuring rings and fingers, at 100 percent scale`}
      className="size-printout w-full"
      fill="none"
      stroke="currentColor"
      strokeWidth={PRINTOUT_LINE}
    >
      {sizePrintoutShapes(i18n, locale, brand).map((shape, index) => (
        <Shape key={index} shape={shape} />
      ))}
    </svg>
  )
}

function Shape({ shape }: { shape: PrintoutShape }) {
  if (shape.kind === 'circle') return <circle cx={shape.x} cy={shape.y} r={shape.radius} />
  if (shape.kind === 'card') {
    const { x, y, width, height, corner } = shape
    return <rect {...{ x, y, width, height }} rx={corner} />
  }
  if (shape.kind === 'path')
    return <path d={shape.d} strokeWidth={shape.line} strokeDasharray={shape.dashes?.join(' ')} />
  const { x, y, size, text, isCentered, isUpright } = shape
  return (
    <text
      transform={`translate(${x} ${y})${isUpright ? ' rotate(-90)' : ''}`}
      fontSize={size}
      textAnchor={isCentered ? 'middle' : undefined}
      fill="currentColor"
      stroke="none"
    >
      {text}
    </text>
  )
}
