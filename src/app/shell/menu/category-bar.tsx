import { useLingui } from '@lingui/react/macro'

import { ChevronDownIcon } from '../../ui/icons.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { useLateOverlay } from '../../ui/overlays/use-opener.ts'
import { useMenuCategories, type MenuCategories } from './shop-navigation.tsx'

const load = async () => (await import('./category-panel.tsx')).CategoryPanel

export function CategoryBar() {
  const menu = useMenuCategories()
  return menu ? (
    <div className="border-b border-line">
      <div className="page-width">
        <CategoryButton {...menu} />
        <CategoryRow {...menu} />
      </div>
    </div>
  ) : null
}

function CategoryButton({ name, links }: MenuCategories) {
  const { t } = useLingui()
  const { isOpen, round, Contents, opener, close } = useLateOverlay(load)
  const current = links.find(({ isCurrent }) => isCurrent) ?? links[0]
  return (
    <>
      <a
        {...opener}
        href={links[0]?.href}
        className="-mx-5 flex min-h-12 items-center justify-between px-5 text-sm aria-busy:text-quiet md:hidden no-script:hidden"
      >
        <span>
          <span className="sr-only">{t`Categories`}, </span>
          <span className="text-quiet">{name}:</span> {current?.name}
        </span>
        <ChevronDownIcon className="size-4 shrink-0 text-quiet" />
      </a>
      <Drawer title={t`Categories`} isOpen={isOpen} onClose={close} side="bottom">
        {Contents ? <Contents key={round} /> : null}
      </Drawer>
    </>
  )
}

function CategoryRow({ name, links }: MenuCategories) {
  return (
    <nav aria-label={name} className="max-md:hidden no-script:block">
      <ul className="scroll-row flex gap-4 lg:gap-7 text-sm whitespace-nowrap">
        {links.map((link) => (
          <li key={link.href}>
            <a
              href={link.href}
              aria-current={link.isCurrent ? 'page' : undefined}
              className="inline-flex min-h-12 min-w-6 items-center border-b border-transparent text-quiet hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
            >
              {link.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
