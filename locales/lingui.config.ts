import { resolve } from 'node:path'

import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** What only these files say, by the names of `MESSAGE_SETS` in `src/app/i18n/load-i18n.ts`. */
const SETS: Record<string, string[]> = {
  cart: inApp('cart/parts', 'cart/notices', 'pages/cart-page.tsx'),
  content: inApp(
    'consent',
    'contact/contact-form.tsx',
    'contact/operator-details.tsx',
    'content',
    'country/country-{button,form,link,view}.tsx',
    'newsletter/{banner,forms,overlay-email,vip}/**',
    'pages/{contact,country,newsletter}-page.tsx',
    'shell/color-mode/color-mode-switch.tsx',
    'shell/footer/footer-{links,settings}.tsx',
    'shell/account-link.tsx',
    'shell/preview',
  ),
  listing: inApp(
    'listing/!(category-*|find-category|not-found|use-categories).{ts,tsx}',
    'listing/filters',
    'pages/{compare,search,shop,view-all,wish-list}-page.tsx',
    'product/lists/compare-bar.tsx',
    'product/on-demand/recently-viewed.tsx',
    'saved',
    'search/{drawer,page,terms}/**',
    'shell/menu/mega-contents.tsx',
  ),
  private: inApp(
    'account',
    'checkout',
    'newsletter/email-links',
    'orders',
    'pages/{account,checkout,order}-*.tsx',
    'pages/{back-in-stock-requests,hints-stop,newsletter-confirm,newsletter-preferences}-page.tsx',
  ),
  product: inApp(
    'delivery/delivery-popup.tsx',
    'pages/{back-in-stock,ring-size}-page.tsx',
    'product/{engraving,facts,help,ring-size,stock-alert,stone,viewer}/**',
  ),
}
const EMAILS = inApp('emails')

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ru'],
  fallbackLocales: { default: 'en' },
  rootDir: resolve(import.meta.dirname, '..'),
  // Apart, so that a browser is not sent what only the server says, nor the messages of a page that is not open.
  catalogs: [
    ...Object.entries({ ...SETS, emails: EMAILS, server: ['<rootDir>/src/server'] }).map(([name, include]) => ({
      path: `<rootDir>/locales/${name}/{locale}`,
      include,
    })),
    {
      path: '<rootDir>/locales/pages/{locale}',
      include: ['<rootDir>/src/app'],
      exclude: [...Object.values(SETS).flat(), ...EMAILS],
    },
  ],
  format: formatter({ lineNumbers: false }),
})

function inApp(...paths: string[]): string[] {
  return paths.map((path) => `<rootDir>/src/app/${path}`)
}
