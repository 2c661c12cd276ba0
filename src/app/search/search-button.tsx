import { useLingui } from '@lingui/react/macro'

import { useCart, useCartStore } from '../cart/use-cart.ts'
import { withMessages } from '../i18n/load-i18n.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { Drawer } from '../ui/overlays/drawer.tsx'
import { useLateOverlay } from '../ui/overlays/use-opener.ts'

export function SearchButton() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { searchOpen } = useCart()
  const { showSearch } = useCartStore()
  const { isOpen, round, Contents, opener, close } = useLateOverlay(async () => {
    const { SearchContents } = await withMessages(import('./drawer/search-contents.tsx'), 'listing')
    return SearchContents
  }, [searchOpen, showSearch])
  return (
    <>
      <a
        {...opener}
        href={to('/search')}
        aria-label={t`Open search`}
        className="header-opener transition-colors hover:text-gold aria-busy:text-quiet"
      >
        <SearchIcon className="size-6" />
      </a>
      <Drawer title={t`Search`} isOpen={isOpen} onClose={close} className="w-[90vw] md:w-137.5">
        {Contents ? <Contents key={round} /> : null}
      </Drawer>
    </>
  )
}
