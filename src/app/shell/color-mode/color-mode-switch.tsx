import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useSyncExternalStore } from 'react'

import { createSafeStorage } from '../../routing/safe-storage.ts'
import { MoonIcon, SunIcon, SystemIcon } from './color-mode-icons.tsx'
import { COLOR_MODE_KEY, COLOR_MODES, type ColorMode } from './color-mode.ts'

const ICONS = { system: SystemIcon, light: SunIcon, dark: MoonIcon }

export function ColorModeSwitch() {
  const { t } = useLingui()
  const name = useId()
  const chosen = useSyncExternalStore(onPreferences, chosenMode, () => undefined)
  const isForced = useSyncExternalStore(onPreferences, isPageForced, () => false)
  const messages = { system: t`System`, light: t`Light`, dark: t`Dark` }
  return (
    <fieldset role="radiogroup" disabled={isForced}>
      <legend className="mb-1 text-sm text-quiet">
        <Trans>Colour mode</Trans>
      </legend>
      <div className="choices">
        {COLOR_MODES.map((mode) => {
          const ModeIcon = ICONS[mode]
          return (
            <label key={mode}>
              <input
                type="radio"
                name={name}
                value={mode}
                checked={mode === chosen}
                onChange={() => chooseMode(mode)}
                className="sr-only"
              />
              <ModeIcon className="size-4" />
              {messages[mode]}
            </label>
          )
        })}
      </div>
      {isForced ? (
        <p className="mt-1.5 text-sm text-quiet">
          <Trans>This page has a fixed colour mode.</Trans>
        </p>
      ) : null}
    </fieldset>
  )
}

function chooseMode(mode: ColorMode): void {
  document.documentElement.dataset['colorMode'] = mode
  // Without storage, the choice lasts until the page is closed.
  createSafeStorage().set(COLOR_MODE_KEY, mode)
}

function chosenMode(): string | undefined {
  return document.documentElement.dataset['colorMode']
}

function isPageForced(): boolean {
  return 'forcedTheme' in document.documentElement.dataset
}

/** Other tabs and the inline script may also change the choice. */
function onPreferences(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-color-mode', 'data-forced-theme'] })
  return () => observer.disconnect()
}
