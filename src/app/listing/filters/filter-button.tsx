import { Trans } from '@lingui/react/macro'

import { buttonClass } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'

interface FilterButtonProps {
  /** Id of the filters in the page, which this link shows in place until the page is awake. */
  target: string
  /** How many filters are chosen. */
  count: number
  isOpen: boolean
  onOpen: () => void
}

/** The way to the filters where they do not stand beside the list. */
export function FilterButton({ target, count, isOpen, onOpen }: FilterButtonProps) {
  const isHydrated = useHydrated()
  const className = buttonClass('outline', 'px-4! md:px-7! lg:hidden')
  const label = count > 0 ? <Trans>Filter ({count})</Trans> : <Trans>Filter</Trans>
  return isHydrated ? (
    <button type="button" onClick={onOpen} aria-haspopup="dialog" aria-expanded={isOpen} className={className}>
      {label}
    </button>
  ) : (
    <a href={`#${target}`} className={className}>
      {label}
    </a>
  )
}
