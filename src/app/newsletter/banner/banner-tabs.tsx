import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'

export type BannerTab = 'subscribe' | 'hint'

const TABS: readonly BannerTab[] = ['subscribe', 'hint']

/** The id of a tab and, with `-panel`, of what it shows. */
export function tabId(banner: string, tab: BannerTab): string {
  return `${banner}-${tab}`
}

interface BannerTabsProps {
  /** Id of the banner. */
  banner: string
  chosen: BannerTab
  onChoose: (tab: BannerTab) => void
}

/** Tabs as the keyboard knows them: arrows go from one to the other, Tab goes on to the form. */
export function BannerTabs({ banner, chosen, onChoose }: BannerTabsProps) {
  const { t } = useLingui()

  function chooseByKey(event: KeyboardEvent) {
    const next = { ArrowLeft: other(chosen), ArrowRight: other(chosen), Home: TABS[0], End: TABS[1] }[event.key]
    if (!next) return
    event.preventDefault()
    onChoose(next)
    document.getElementById(tabId(banner, next))?.focus()
  }

  return (
    // Without JavaScript nothing would change; a link leads to the other form.
    <div role="tablist" aria-label={t`What to send`} className="flex flex-wrap border-b border-edge no-script:hidden">
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(banner, tab)}
          aria-selected={tab === chosen}
          aria-controls={`${tabId(banner, tab)}-panel`}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
          onKeyDown={chooseByKey}
          className="-mb-px min-h-12 flex-auto border-b-2 border-transparent px-2 text-sm font-semibold text-quiet transition-colors hover:text-ink aria-selected:border-ink aria-selected:text-ink sm:flex-1 sm:px-3"
        >
          {tab === 'subscribe' ? <Trans>Subscribe</Trans> : <Trans>Drop a hint</Trans>}
        </button>
      ))}
    </div>
  )
}

function other(tab: BannerTab): BannerTab {
  return tab === 'hint' ? 'subscribe' : 'hint'
}
