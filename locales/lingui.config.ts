import { resolve } from 'node:path'

import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** What only these pages say; the name is that of `Words` in `src/app/i18n/load-i18n.ts`. */
const SOME_PAGES: [name: string, files: string[]][] = [
  [
    'account',
    inApp(
      'account',
      'orders/state-name.tsx',
      'pages/account-page.tsx',
      'pages/account-sign-in-page.tsx',
      'pages/account-addresses-page.tsx',
      'pages/account-details-page.tsx',
      'pages/account-link-page.tsx',
      'pages/account-order-page.tsx',
    ),
  ],
  ['cart', inApp('cart/parts', 'cart/notices', 'pages/cart-page.tsx')],
  ['contact', inApp('contact/contact-form.tsx', 'contact/operator-details.tsx', 'pages/contact-page.tsx')],
  ['content', inApp('content')],
  [
    'listing',
    inApp(
      'listing/!(category-*|find-category|not-found|use-categories).{ts,tsx}',
      'listing/filters',
      'pages/shop-page.tsx',
      'pages/view-all-page.tsx',
    ),
  ],
  [
    'checkout',
    inApp(
      'checkout',
      'orders',
      'pages/checkout-page.tsx',
      'pages/checkout-confirming-page.tsx',
      'pages/order-confirmation-page.tsx',
      'pages/order-find-page.tsx',
      'pages/order-found-page.tsx',
      'pages/order-open-page.tsx',
      'pages/order-take-back-page.tsx',
      'pages/order-transfer-page.tsx',
      'pages/order-withdraw-page.tsx',
    ),
  ],
  [
    'mailing',
    inApp(
      'newsletter/email-links',
      'pages/newsletter-confirm-page.tsx',
      'pages/newsletter-preferences-page.tsx',
      'pages/hints-stop-page.tsx',
      'pages/back-in-stock-requests-page.tsx',
    ),
  ],
  [
    'serverParts',
    inApp(
      'shell/account-link.tsx',
      'shell/error-reference.tsx',
      'shell/footer/footer-links.tsx',
      'shell/menu/mega-contents.tsx',
      'listing/filters/use-cut-names.ts',
    ),
  ],
  ['preview', inApp('shell/preview')],
  ['launch', inApp('newsletter/launch')],
  ['consent', inApp('consent')],
  ['engraving', inApp('product/engraving')],
  ['facts', inApp('product/facts')],
  ['help', inApp('product/help')],
  ['ringSize', inApp('product/ring-size', 'pages/ring-size-page.tsx')],
  ['stockAlert', inApp('product/stock-alert', 'pages/back-in-stock-page.tsx')],
  ['stone', inApp('product/stone')],
  [
    'lists',
    inApp(
      'saved',
      'product/lists/compare-bar.tsx',
      'product/on-demand/recently-viewed.tsx',
      'pages/wish-list-page.tsx',
      'pages/compare-page.tsx',
    ),
  ],
  [
    'newsletter',
    inApp(
      'newsletter/banner',
      'newsletter/forms',
      'newsletter/overlay-email',
      'newsletter/vip',
      'pages/newsletter-page.tsx',
    ),
  ],
  ['search', inApp('search/drawer', 'search/terms', 'search/page', 'pages/search-page.tsx')],
  [
    'settings',
    inApp(
      'delivery/delivery-popup.tsx',
      'country/country-form.tsx',
      'country/country-view.tsx',
      'country/country-button.tsx',
      'country/country-link.tsx',
      'shell/color-mode/color-mode-switch.tsx',
      'shell/footer/footer-settings.tsx',
      'pages/country-page.tsx',
    ),
  ],
  ['letters', inApp('emails')],
]

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ru'],
  fallbackLocales: { default: 'en' },
  rootDir: resolve(import.meta.dirname, '..'),
  // Apart, so that a browser is not sent what only the server says, nor the words of a page that nobody opened.
  catalogs: [
    {
      path: '<rootDir>/locales/pages/{locale}',
      include: ['<rootDir>/src/app'],
      exclude: SOME_PAGES.flatMap(([, files]) => files),
    },
    ...SOME_PAGES.map(([name, include]) => ({ path: `<rootDir>/locales/${name}/{locale}`, include })),
    { path: '<rootDir>/locales/server/{locale}', include: ['<rootDir>/src/server'] },
  ],
  format: formatter({ lineNumbers: false }),
})

function inApp(...paths: string[]): string[] {
  return paths.map((path) => `<rootDir>/src/app/${path}`)
}
