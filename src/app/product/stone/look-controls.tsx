import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'

import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedLink } from '../../ui/copied-link.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { RING_SIZES } from '../help/ring-sizes.ts'
import { nameSize } from '../help/size-table.tsx'
import { writeLook, type Look } from './use-look.ts'

/** Each sets the color `skin`. */
export const SKINS = [
  '[--skin:var(--skin-1)]',
  '[--skin:var(--skin-2)]',
  '[--skin:var(--skin-3)]',
  '[--skin:var(--skin-4)]',
  '[--skin:var(--skin-5)]',
  '[--skin:var(--skin-6)]',
]

interface LookControlsProps {
  look: Look
  pick: (change: Partial<Look>) => void
  hasFinger: boolean
  /** Path and query of the page. */
  page: string
  /** Of the element to scroll to. */
  id: string
}

/** Without JavaScript they are hidden. */
export function LookControls({ look, pick, hasFinger, page, id }: LookControlsProps) {
  const { t } = useLingui()
  const { locale, origin } = usePage()
  const group = useId()
  const isHydrated = useHydrated()
  const [isCopied, setCopied] = useState<boolean>()
  const names = [t`Very fair`, t`Fair`, t`Medium`, t`Tan`, t`Brown`, t`Deep brown`]
  const millimetres = new Intl.NumberFormat(LANGUAGE_TAGS[locale]).format(look.size.diameter)
  const name = nameSize(look.size, locale)
  const link = `${origin}${page}${page.includes('?') ? '&' : '?'}${writeLook(look)}#${id}`
  const change = (changed: Partial<Look>) => {
    setCopied(undefined)
    pick(changed)
  }
  return (
    <fieldset disabled={!isHydrated} className="mb-8 flex flex-col gap-6 noscript:hidden">
      <fieldset>
        <legend className="text-sm font-semibold">
          <Trans>Skin tone</Trans> <span className="ml-1 font-normal text-quiet">{names[look.skin - 1]}</span>
        </legend>
        <div className="mt-3 flex flex-wrap gap-1.5">
          {SKINS.map((tone, index) => (
            <label key={tone} className={`choice-tile rounded-full ${tone}`}>
              <input
                type="radio"
                name={group}
                checked={look.skin === index + 1}
                onChange={() => change({ skin: index + 1 })}
                aria-label={names[index]}
                className="absolute inset-0 appearance-none opacity-0"
              />
              <span className="size-8 rounded-full bg-skin forced-color-adjust-none" />
            </label>
          ))}
        </div>
      </fieldset>
      {hasFinger ? (
        <label className="block text-sm font-semibold">
          <Trans>Finger size</Trans>{' '}
          <span className="ml-1 font-normal text-quiet">{t`Size ${name}, ${millimetres} mm`}</span>
          <input
            type="range"
            min={0}
            max={RING_SIZES.length - 1}
            value={RING_SIZES.indexOf(look.size)}
            aria-label={t`Finger size`}
            aria-valuetext={t`Size ${name}, ${millimetres} mm`}
            onChange={({ currentTarget }) => {
              const size = RING_SIZES[currentTarget.valueAsNumber]
              if (size) change({ size })
            }}
            className="mt-1 block h-11 w-full accent-ink"
          />
        </label>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="outline"
          onClick={() => {
            // Without HTTPS there is no clipboard.
            const copying = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
            copying.then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }}
        >
          <Trans>Copy link</Trans>
        </Button>
        <CopiedLink link={link} isCopied={isCopied} label={t`Link to this piece`} />
      </div>
    </fieldset>
  )
}
