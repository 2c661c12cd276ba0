import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'

import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { RING_SIZES, type RingSize } from '../help/ring-sizes.ts'
import { nameSize, OwnSize, useOwnRingSize } from '../help/size-table.tsx'
import { keepRingSize } from '../own-ring-size.ts'
import { CARD_MM, keepCardPx, useCardPx, useIsMeasuredOtherwise } from '../own-screen.ts'

/** CSS pixels per CSS millimeter. On phones, a real millimeter differs from it by up to 50 %. */
const PX_PER_MM = 96 / 25.4
/** The range from a large television to a small phone. */
const [LEAST_PX, MOST_PX] = [110, 400]
/** The slider's initial position for a shopper who does not know their size. */
const MIDDLE = RING_SIZES.find(({ america }) => america === 7) as RingSize

/** Measures a ring that is placed on the screen. The screen must first be calibrated with a bank card. */
export function ScreenSizer() {
  const { t } = useLingui()
  const { locale } = usePage()
  const own = useOwnRingSize()
  const cardPx = useCardPx() ?? CARD_MM * PX_PER_MM
  const isMeasuredOtherwise = useIsMeasuredOtherwise()
  const [picked, setPicked] = useState<RingSize>()
  const size = picked ?? own ?? MIDDLE
  const { format } = new Intl.NumberFormat(LANGUAGE_TAGS[locale])
  const name = nameSize(size, locale)
  const millimetres = format(size.diameter)

  return (
    <div className="grid gap-12 md:grid-cols-2 md:gap-16">
      <Step
        title={<Trans>1. Measure your screen</Trans>}
        words={
          <Trans>
            Hold a bank card upright against the screen and move the slider until the outline is as wide as its short
            side.
          </Trans>
        }
        slider={{
          label: t`Width of the card`,
          min: LEAST_PX,
          max: MOST_PX,
          step: 0.5,
          value: cardPx,
          onChange: keepCardPx,
          text: t`${Math.round(cardPx)} pixels wide`,
        }}
      >
        <div
          className="h-40 max-w-none shrink-0 rounded-t-[0.75rem] border-2 border-b-0 border-ink bg-surface"
          style={{ width: cardPx }}
        >
          <div className="mt-6 h-7 bg-ink/85" />
          <div className="mx-auto mt-5 h-4 w-2/3 bg-line" />
        </div>
      </Step>
      <Step
        title={<Trans>2. Lay your ring on the screen</Trans>}
        words={
          <Trans>
            Take a ring that fits. Its inner edge should just meet the edge of the circle, with no overlap and no gap.
          </Trans>
        }
        slider={{
          label: t`Size of the circle`,
          min: 0,
          max: RING_SIZES.length - 1,
          step: 1,
          value: RING_SIZES.indexOf(size),
          onChange: (index) => setPicked(RING_SIZES[index]),
          text: t`Size ${name}, ${millimetres} mm`,
        }}
      >
        {isMeasuredOtherwise ? (
          <p role="status" className="max-w-words px-5 text-center text-balance">
            <Trans>The zoom has changed since you measured your screen. Measure it again or reset the zoom.</Trans>
          </p>
        ) : (
          <svg
            viewBox="0 0 2 2"
            className="shrink-0 text-ornament"
            style={{ width: (size.diameter * cardPx) / CARD_MM }}
            aria-hidden
          >
            <circle cx={1} cy={1} r={1} fill="currentColor" />
          </svg>
        )}
      </Step>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-6 md:col-span-2">
        <p className="text-lg">
          <Trans>
            This is size <strong>{name}</strong>, {millimetres} mm across.
          </Trans>
        </p>
        <Button look="outline" onClick={() => keepRingSize(size.code)}>
          <Trans>This is my size</Trans>
        </Button>
        <div className="basis-full">
          <OwnSize />
        </div>
      </div>
    </div>
  )
}

interface StepProps {
  title: ReactNode
  words: ReactNode
  slider: {
    label: string
    min: number
    max: number
    step: number
    value: number
    onChange: (value: number) => void
    text: string
  }
  /** The object to measure with. */
  children: ReactNode
}

function Step({ title, words: texts, slider, children }: StepProps) {
  const { label, min, max, step, value, onChange, text } = slider
  const id = useId()
  return (
    <div className="min-w-0">
      <h3 className="text-base font-semibold">{title}</h3>
      <p className="mt-2 text-quiet md:min-h-20">{texts}</p>
      <div className="-mx-5 mt-5 flex h-48 items-center justify-center overflow-hidden bg-frame md:mx-0 md:rounded-sm">
        {children}
      </div>
      <label htmlFor={id} className="mt-4 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="range"
        {...{ min, max, step, value }}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="mt-1 h-11 w-full accent-ink"
      />
    </div>
  )
}
