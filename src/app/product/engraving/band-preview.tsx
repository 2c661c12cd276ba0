import { useId } from 'react'

import { charactersOf } from '#shared/product/engraving.ts'

/** The inside of a band, seen from above: two arcs and the ends between them. */
const BAND = 'M 6 34 A 330 330 0 0 0 354 34 L 354 86 A 330 330 0 0 1 6 86 Z'
const BASELINE = 'M 6 63 A 330 330 0 0 0 354 63'
const UPPER_EDGE = 'M 6 34 A 330 330 0 0 0 354 34'
const LOWER_EDGE = 'M 6 86 A 330 330 0 0 0 354 86'

const LARGEST = 30
/** In average widths of a letter at font size 1. */
const WIDTH = 560

interface BandPreviewProps {
  text: string
  /** Shown faintly while there is no text. */
  placeholder: string
  metal: string | undefined
}

/** Decorative, because the field has the same text. */
export function BandPreview({ text, placeholder, metal }: BandPreviewProps) {
  const id = useId()
  const shown = text || placeholder
  const size = Math.min(LARGEST, WIDTH / Math.max(1, charactersOf(shown).length))
  const lettering = {
    fontSize: size,
    textAnchor: 'middle',
    dominantBaseline: 'middle',
    className: 'font-display font-medium tracking-wider',
  } as const
  const path = { href: `#${id}line`, startOffset: '50%' }
  return (
    <svg
      aria-hidden
      viewBox="0 0 360 150"
      className="block h-auto w-full rounded-sm bg-frame forced-color-adjust-none"
      data-metal={metal ?? ''}
      data-preview={text}
    >
      <defs>
        <linearGradient id={`${id}across`} x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" stopColor="var(--metal-dark)" />
          <stop offset="0.18" stopColor="var(--metal)" />
          <stop offset="0.42" stopColor="var(--metal-light)" />
          <stop offset="0.62" stopColor="var(--metal)" />
          <stop offset="0.86" stopColor="var(--metal-light)" />
          <stop offset="1" stopColor="var(--metal-dark)" />
        </linearGradient>
        <linearGradient id={`${id}down`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0.35" />
          <stop offset="0.5" stopColor="#fff" stopOpacity="0" />
          <stop offset="1" stopColor="var(--metal-dark)" stopOpacity="0.55" />
        </linearGradient>
        <path id={`${id}line`} d={BASELINE} />
      </defs>
      <path d={BAND} fill={`url(#${id}across)`} />
      <path d={BAND} fill={`url(#${id}down)`} />
      <path d={UPPER_EDGE} fill="none" stroke="#fff" strokeOpacity="0.7" strokeWidth="1.5" />
      <path d={LOWER_EDGE} fill="none" stroke="var(--metal-dark)" strokeWidth="1.5" />
      {/* The light edge of the cut, then the cut itself. */}
      <text {...lettering} fill="#fff" fillOpacity={text ? 0.8 : 0.3} transform="translate(0 1)">
        <textPath {...path}>{shown}</textPath>
      </text>
      <text {...lettering} fill="#2b2118" fillOpacity={text ? 0.78 : 0.28}>
        <textPath {...path}>{shown}</textPath>
      </text>
    </svg>
  )
}
