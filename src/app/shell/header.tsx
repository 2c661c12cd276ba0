import { useLingui } from '@lingui/react/macro'

import { CartButton } from '../cart/cart-button.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { HeartIcon } from '../ui/icons.tsx'
import { LanguageSwitcher } from './language-switcher.tsx'
import { MenuButton } from './menu/menu-button.tsx'
import { ShopNavigation } from './menu/shop-navigation.tsx'
import { Wordmark } from './wordmark.tsx'

/** The bar at the top, which stays in sight where there is height for it. */
export function Header() {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper low:static no-script:max-lg:static print:static">
      <div className="page-width grid grid-cols-[1fr_auto_1fr] grid-rows-[4rem] items-center lg:flex lg:h-20 lg:gap-x-6">
        <MenuButton
          foot={
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5 xl:hidden">
              <div className="md:hidden">
                <LanguageSwitcher isFull />
              </div>
              <a href={to('/wishlist')} className="inline-flex min-h-11 items-center gap-2.5 hover:text-gold">
                <HeartIcon />
                {t`Wish list`}
              </a>
            </div>
          }
        />
        <Wordmark />
        <ShopNavigation />
        <div className="-mr-2.5 flex items-center justify-self-end lg:ml-auto">
          <div className="max-md:hidden">
            <LanguageSwitcher />
          </div>
          <SearchButton />
          {/* Where the bar has no room for it the menu leads to it. */}
          <a
            href={to('/wishlist')}
            aria-label={t`Wish list`}
            className="header-opener transition-colors hover:text-gold max-md:hidden lg:max-xl:hidden"
          >
            <HeartIcon className="size-6" />
          </a>
          <CartButton />
        </div>
      </div>
    </header>
  )
}
