import { useLingui } from '@lingui/react/macro'

import { CartButton } from '../cart/cart-button.tsx'
import { savedIn, useSaved } from '../product/lists/saved-lists.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { HeartIcon } from '../ui/icons.tsx'
import { ServerOnly } from '../ui/server-only.tsx'
import { LanguageSwitcher } from './language-switcher.tsx'
import { MenuButton } from './menu/menu-button.tsx'
import { ShopNavigation } from './menu/shop-navigation.tsx'

const AccountLink = import.meta.env.SSR ? (await import('./account-link.tsx')).AccountLink : undefined
const Wordmark = import.meta.env.SSR ? (await import('./wordmark.tsx')).Wordmark : undefined

/** The header remains visible while scrolling if the window is high enough. */
export function Header() {
  const { t } = useLingui()
  const to = useLocalePath()
  // The server does not know the list, so the count appears after hydration, above the icon.
  const saved = useSaved(() => savedIn('wish_list').length) || ''
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper low:relative no-script:max-lg:static print:static">
      <div className="page-width grid grid-cols-[auto_1fr_auto] grid-rows-[4rem] md:grid-cols-[1fr_auto_1fr] items-center lg:flex lg:h-20 lg:gap-x-6">
        <MenuButton />
        <ServerOnly id="wordmark">{Wordmark ? <Wordmark /> : null}</ServerOnly>
        <ShopNavigation />
        <div className="-mr-2.5 flex items-center justify-self-end lg:ml-auto">
          <div className="max-md:hidden">
            <LanguageSwitcher />
          </div>
          <SearchButton />
          {/* If the bar has no room for one of these links, the menu has it. */}
          <ServerOnly id="account-link" className="max-md:hidden lg:max-xl:hidden">
            {AccountLink ? <AccountLink /> : null}
          </ServerOnly>
          <a
            href={to('/wishlist')}
            aria-label={`${t`Wish list`} ${saved}`}
            className="header-opener relative transition-colors hover:text-gold max-[24rem]:hidden lg:max-xl:hidden"
          >
            <HeartIcon className="size-6" />
            {saved ? (
              <span
                aria-hidden
                className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-ink px-1 text-center text-[0.6875rem]/4.5 font-semibold text-paper"
              >
                {saved}
              </span>
            ) : null}
          </a>
          <CartButton />
        </div>
      </div>
    </header>
  )
}
