import { CartButton } from '../cart/cart-button.tsx'
import { ShopNavigation } from '../shop/shop-navigation.tsx'
import { LanguageSwitcher } from './language-switcher.tsx'
import { Wordmark } from './wordmark.tsx'

export function Header() {
  return (
    <header className="border-b border-line">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 lg:h-20 lg:flex-nowrap">
        <div className="flex h-16 items-center lg:h-auto">
          <Wordmark />
        </div>
        <ShopNavigation />
        <div className="-mr-2.5 flex items-center gap-1 lg:order-last">
          <LanguageSwitcher />
          <CartButton />
        </div>
      </div>
    </header>
  )
}
