import { useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../../routing/page-context.tsx'
import { MenuIcon } from '../../ui/icons.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { useLateOverlay } from '../../ui/overlays/use-opener.ts'

const load = async () => (await import('./menu-contents.tsx')).MenuContents

export function MenuButton() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { isOpen, round, Contents, opener, close } = useLateOverlay(load)
  return (
    <>
      <a
        {...opener}
        href={to('/shop')}
        aria-label={t`Open menu`}
        className="header-opener -ml-2.5 transition-colors hover:text-gold aria-busy:text-quiet"
      >
        <MenuIcon className="size-6" />
      </a>
      <Drawer title={t`Menu`} isOpen={isOpen} onClose={close} side="bottom" className="lg:w-lg lg:border-r">
        {Contents ? <Contents key={round} /> : null}
      </Drawer>
    </>
  )
}
