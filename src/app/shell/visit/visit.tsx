import { Component, type ReactNode, useEffect, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'

import { MeasureVisit } from '../../analytics/measure-visit.tsx'
import { ConsentBar } from '../../consent/consent-bar.tsx'
import { withMessages, type MessageSet } from '../../i18n/load-i18n.ts'
import { Popups } from '../../newsletter/popups/popups.tsx'
import { savedIn, useSaved } from '../../product/lists/saved-lists.ts'
import { isPlainClick, linkOf } from '../../routing/navigate-from-links.ts'
import { FollowBuilds } from '../app-update/follow-builds.tsx'

const PARTS = [ConsentBar, Popups, Comparison, MeasureVisit, FollowBuilds]

export interface VisitProps {
  /** A link to a popup that was clicked before this was loaded. */
  clicked?: HTMLAnchorElement
  /** Called once clicks are handled here. */
  onReady: () => void
}

/** A failure of one component does not affect the others. */
export function Visit(props: VisitProps) {
  return (
    <>
      <Harmless>
        <LinkPopups {...props} />
      </Harmless>
      {PARTS.map((Part, index) => (
        <Harmless key={index}>
          <Part />
        </Harmless>
      ))}
    </>
  )
}

class Harmless extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override state = { isBroken: false }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}

const COMPARING = /^\/\w+\/(shop|search|wishlist)(\/|$)/

function Comparison() {
  const { pathname } = useLocation()
  const [Bar, setBar] = useState<ComponentType>()
  const isOn = useSaved(() => savedIn('compared').length > 0) && COMPARING.test(pathname)
  useEffect(() => {
    if (!isOn) return
    withMessages(import('../../product/lists/compare-bar.tsx'), 'listing').then(
      ({ CompareBar }) => setBar(() => CompareBar),
      // The comparison can be opened by its URL.
      () => undefined,
    )
  }, [isOn])
  return isOn && Bar ? <Bar /> : null
}

interface LinkPopupProps {
  url: URL
  onClose: () => void
}
type LinkPopup = ComponentType<LinkPopupProps>

/** Opened by links with `data-popup`. Without JavaScript, such a link opens its page. */
const POPUPS: Record<string, [load: () => Promise<LinkPopup>, ...messages: MessageSet[]]> = {
  letters: [async () => (await import('../../newsletter/banner/banner-popup.tsx')).BannerPopup, 'content'],
  'size-chart': [async () => (await import('../../product/help/size-chart-popup.tsx')).SizeChartPopup, 'product'],
  delivery: [async () => (await import('../../delivery/delivery-popup.tsx')).DeliveryPopup, 'product', 'content'],
  care: [async () => (await import('../../product/help/care-popup.tsx')).CarePopup, 'product'],
  // No link opens this popup.
  'overlay-email': [
    async () => (await import('../../newsletter/overlay-email/overlay-email-popup.tsx')).OverlayEmailPopup,
    'content',
  ],
}

/** One delegated listener for all links. A popup's code is loaded on demand. */
function LinkPopups({ clicked, onReady }: VisitProps) {
  const [opened, setOpened] = useState<{ Popup: LinkPopup; url: URL }>()

  useEffect(() => {
    const unmounted = new AbortController()
    const open = async (link: HTMLAnchorElement) => {
      try {
        const Popup = await fetchPopup(link)
        // Safari does not focus a clicked link, to which the popup later returns the focus.
        link.focus({ preventScroll: true })
        setOpened({ Popup, url: new URL(link.href) })
      } catch {
        location.assign(link.href)
      }
    }
    const prepare = (event: Event) => {
      const link = linkOf(event)
      if (link?.dataset['popup']) fetchPopup(link).catch(() => undefined)
    }
    const openHere = (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link?.dataset['popup'] || !isPlainClick(event)) return
      event.preventDefault()
      void open(link)
    }
    // The listener uses the capture phase, so that it runs before the page's click handler for links.
    const options = { capture: true, signal: unmounted.signal }
    document.addEventListener('pointerover', prepare, options)
    document.addEventListener('focusin', prepare, options)
    document.addEventListener('click', openHere, options)
    return () => unmounted.abort()
  }, [])

  useEffect(() => {
    onReady()
    clicked?.click()
  }, [clicked, onReady])

  return opened ? <opened.Popup url={opened.url} onClose={() => setOpened(undefined)} /> : null
}

async function fetchPopup({ dataset }: HTMLElement): Promise<LinkPopup> {
  const [load, ...messages] = POPUPS[dataset['popup'] ?? ''] ?? []
  if (!load) throw new Error(`There is no popup “${dataset['popup']}”.`)
  return withMessages(load(), ...messages)
}
