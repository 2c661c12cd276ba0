import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useSyncExternalStore } from 'react'

import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { usePage } from '../../routing/page-context.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { keepRingSize, onRingSize, ownRingSize } from '../own-ring-size.ts'
import { RING_SIZES, type RingSize } from './ring-sizes.ts'

/** All ring sizes on all scales. The shopper's own size is marked and stored on this device. */
export function SizeTable() {
  const { t } = useLingui()
  const { locale } = usePage()
  const group = useId()
  const isHydrated = useHydrated()
  const own = useOwnRingSize()
  const { format } = new Intl.NumberFormat(LANGUAGE_TAGS[locale])
  const cell = 'py-2.5 px-1 whitespace-nowrap'
  const scales = [
    ['RU', t`Russia`],
    ['EU', t`Europe`],
    ['UK', t`UK`],
    ['US', t`US`],
    ['JP', t`Japan`],
  ] as const
  return (
    <>
      <div className="relative overflow-x-auto">
        <table className="w-full text-center text-xs min-[24rem]:text-sm">
          <thead className="text-quiet">
            <tr className="border-b border-edge">
              {isHydrated ? <th scope="col" className={`font-medium ${cell}`}>{t`Mine`}</th> : null}
              <th scope="col" className={`font-medium ${cell}`}>{t`mm`}</th>
              {scales.map(([code, where]) => (
                <th key={code} scope="col" className={`font-medium ${cell}`}>
                  <span aria-hidden>{code}</span>
                  <span className="sr-only">{where}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {RING_SIZES.map((size) => {
              const { code, diameter, russia, europe, britain, america, japan } = size
              return (
                <tr key={code} className="border-b border-line has-checked:bg-frame">
                  {isHydrated ? (
                    <td className="p-0">
                      <label className="flex min-h-11 min-w-11 items-center justify-center">
                        <input
                          type="radio"
                          name={group}
                          checked={own?.code === code}
                          onChange={() => keepRingSize(code)}
                          aria-label={t`My size is ${nameSize(size, locale)}`}
                          className="check-box rounded-full"
                        />
                      </label>
                    </td>
                  ) : null}
                  <th scope="row" className={`font-semibold ${cell}`}>
                    {format(diameter)}
                  </th>
                  {[format(russia), format(europe), britain, format(america), japan].map((value, index) => (
                    <td key={index} className={cell}>
                      {value}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <OwnSize />
    </>
  )
}

export function OwnSize() {
  const { locale } = usePage()
  const own = useOwnRingSize()
  const line = useRef<HTMLParagraphElement>(null)

  function forget() {
    // The focused button disappears, so the focus moves to this line.
    line.current?.focus()
    keepRingSize('')
  }

  return (
    <div className="mt-4 min-h-6 text-sm">
      <p ref={line} tabIndex={-1} aria-live="polite" className="inline">
        {own ? <Trans>On this device, size {nameSize(own, locale)} is now preselected on every ring.</Trans> : null}
      </p>{' '}
      {own ? (
        <button type="button" onClick={forget} className="quiet-link min-h-6 font-medium">
          <Trans>Clear my size</Trans>
        </button>
      ) : null}
    </div>
  )
}

/** Returns the size stored on this device; undefined during hydration and for a size that no ring has. */
export function useOwnRingSize(): RingSize | undefined {
  const code = useSyncExternalStore(onRingSize, ownRingSize, () => '')
  return RING_SIZES.find((size) => size.code === code)
}

export function nameSize({ russia, america }: RingSize, locale: keyof typeof LANGUAGE_TAGS): string {
  return new Intl.NumberFormat(LANGUAGE_TAGS[locale]).format(locale === 'ru' ? russia : america)
}
