import { useCallback, useState } from 'react'

import { contrastOf, parseRgb, toHex } from '#shared/shop/measure-color.ts'

import { formatDecimal } from '../format-decimal.ts'
import { BothModes } from '../sample.tsx'
import { useGuideMessages } from '../use-guide-messages.ts'

/** Class names are written in full, so that Tailwind finds them. */
const TOKENS = [
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['frame', 'bg-frame'],
  ['line', 'bg-line'],
  ['edge', 'bg-edge'],
  ['ornament', 'bg-ornament'],
  ['gold', 'bg-gold'],
  ['quiet', 'bg-quiet'],
  ['ink', 'bg-ink'],
  ['success', 'bg-success'],
  ['error', 'bg-error'],
  ['backdrop', 'bg-backdrop'],
] as const

export function Colors() {
  const { messages: texts } = useGuideMessages()
  return (
    <BothModes>
      {(light) => (
        <>
          <h3 className="label-caps text-quiet">{texts[light]}</h3>
          <ul className="mt-5 grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3">
            {TOKENS.map(([name, shown]) => (
              <Swatch key={name} name={name} shown={shown} />
            ))}
          </ul>
        </>
      )}
    </BothModes>
  )
}

interface Measured {
  value: string
  contrast: number | undefined
}

/** After hydration, a color also has its computed value. */
function Swatch({ name, shown }: { name: string; shown: string }) {
  const { locale } = useGuideMessages()
  const [measured, setMeasured] = useState<Measured>()
  const measure = useCallback((element: HTMLElement | null) => {
    if (element) setMeasured(measureSwatch(element))
  }, [])
  return (
    <li className="min-w-0">
      <span ref={measure} className={`block h-16 rounded-sm border border-line ${shown}`} />
      <p className="mt-2 text-sm font-semibold">{name}</p>
      <p className="min-h-10 text-xs break-words text-quiet tabular-nums">
        {measured?.value}
        {measured?.contrast === undefined ? null : (
          <>
            <br />
            {formatDecimal(measured.contrast, locale)} : 1
          </>
        )}
      </p>
    </li>
  )
}

function measureSwatch(element: HTMLElement): Measured {
  const text = getComputedStyle(element).backgroundColor
  const color = parseRgb(text)
  const paper = element.closest('[data-theme]')
  const ground = paper ? parseRgb(getComputedStyle(paper).backgroundColor) : undefined
  return {
    value: color ? toHex(color) : text,
    contrast: color && ground ? contrastOf(color, ground) : undefined,
  }
}
