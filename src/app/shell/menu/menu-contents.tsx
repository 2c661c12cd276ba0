import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

import { useLocalePath } from '../../routing/page-context.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { MenuTiles } from './menu-tiles.tsx'
import { useCurrentMark } from './use-current-mark.ts'

const ROW =
  'display flex min-h-14 w-full items-center justify-between gap-4 text-left text-[min(2.25rem,15vw)]/10 md:min-h-16'
const NEWEST = '/shop/viewAll?sort=newest'

/** The ways through the shop; the shelves unfold in place, and at once for who stands among them. */
export function MenuContents() {
  const { t } = useLingui()
  const to = useLocalePath()
  const tilesId = useId()
  const { pathname, search } = useLocation()
  const current = useCurrentMark()
  const [isOpen, setOpen] = useState(current('/shop') !== undefined)
  const isNewest = to(NEWEST) === pathname + search
  return (
    <nav aria-label={t`Menu`}>
      <ul className="ruled">
        <MenuLink href={to('/')} current={current('/')}>
          <Trans>Home</Trans>
        </MenuLink>
        <li>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={tilesId}
            onClick={() => setOpen(!isOpen)}
            className={`group hover:text-gold ${ROW}`}
          >
            <Trans>Shop</Trans>
            <ChevronDownIcon className="size-6 shrink-0 text-quiet transition-transform duration-200 group-aria-expanded:rotate-180" />
          </button>
          <div id={tilesId} hidden={!isOpen} className="pt-1 pb-6">
            <MenuTiles current={(path) => (isNewest && path === '/shop/viewAll' ? undefined : current(path))} />
          </div>
        </li>
        <MenuLink href={to(NEWEST)} current={isNewest ? 'page' : undefined}>
          <Trans>New in</Trans>
        </MenuLink>
        <MenuLink href={to('/ourStory')} current={current('/ourStory')}>
          <Trans>Our story</Trans>
        </MenuLink>
        <MenuLink href={to('/blogs')} current={current('/blogs')}>
          <Trans>Journal</Trans>
        </MenuLink>
      </ul>
    </nav>
  )
}

interface MenuLinkProps {
  href: string
  current: 'page' | 'true' | undefined
  children: ReactNode
}

function MenuLink({ href, current, children }: MenuLinkProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={current}
        className={`underline-offset-8 hover:text-gold aria-[current]:text-gold aria-[current]:underline aria-[current]:decoration-1 ${ROW}`}
      >
        {children}
      </a>
    </li>
  )
}
