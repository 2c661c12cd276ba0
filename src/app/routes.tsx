import type { LoaderFunctionArgs, RouteObject } from 'react-router'

import type { LayoutName } from '#shared/page/layout-names.ts'
import type { PagePath } from '#shared/page/page-paths.ts'

import type { MessageSet } from './i18n/load-i18n.ts'
import { ErrorPage } from './pages/error-page.tsx'
import type { PrivatePage } from './routing/private-page.ts'
import type { PageMeta } from './seo/page-meta.ts'
import type { Theme } from './shell/color-mode/color-mode.ts'
import { LocaleRoot } from './shell/locale-root.tsx'

/** A page's module: its loader and component, and on the server its cache address and JSON-LD. */
type PageModule = Pick<RouteObject, 'loader' | 'Component' | 'shouldRevalidate'> & {
  meta?: PageMeta<never> | undefined
}

interface PageOptions extends PrivatePage {
  /** The color mode that the page enforces, regardless of the shopper's setting. */
  colorMode?: Theme
  /** Message catalogs that the page needs in addition to the common one. */
  messages?: readonly MessageSet[]
  /** Message catalogs of parts that the server renders and that hydrate only when the shopper scrolls near them. */
  deferredMessages?: readonly MessageSet[]
}

/**
 * Defines a route. Its id is the page's file without its extension. The server uses the id to preload the page's chunk.
 */
function page(
  path: PagePath,
  file: string,
  layout: LayoutName,
  lazy: () => Promise<PageModule>,
  options?: PageOptions,
): RouteObject {
  return { path, id: `pages/${file}`, handle: { layout, ...options }, lazy }
}

/** Message catalogs of pages with authored content, which may contain a newsletter banner. */
const WRITTEN = ['content', 'newsletter'] as const

/**
 * All pages, with path, file and layout. Static segments take precedence over parameters, and parameters over the
 * catch-all.
 */
export const routes: RouteObject[] = [
  {
    id: 'locale',
    path: '/:lang',
    loader: loadRoot,
    shouldRevalidate: () => false,
    Component: LocaleRoot,
    ErrorBoundary: ErrorPage,
    children: [
      page('', 'home-page', 'default', () => import('./pages/home-page.tsx'), { messages: WRITTEN }),
      page('shop', 'shop-page', 'shop', () => import('./pages/shop-page.tsx'), { messages: ['listing'] }),
      page('shop/viewAll', 'view-all-page', 'shop', () => import('./pages/view-all-page.tsx'), {
        messages: ['listing'],
      }),
      page('shop/product/:handle', 'product-page', 'shop', () => import('./pages/product-page.tsx'), {
        deferredMessages: ['engraving', 'facts', 'stone', 'stockAlert'],
      }),
      page('shop/:category', 'category-page', 'shop', () => import('./pages/category-page.tsx'), {
        messages: ['listing'],
      }),
      page('shop/:category/:subCategory', 'sub-category-page', 'shop', () => import('./pages/sub-category-page.tsx'), {
        messages: ['listing'],
      }),
      page('search', 'search-page', 'default', () => import('./pages/search-page.tsx'), {
        messages: ['search', 'listing'],
      }),
      page('cart', 'cart-page', 'default', () => import('./pages/cart-page.tsx'), {
        messages: ['cart'],
        isPersonal: true,
      }),
      page('contact', 'contact-page', 'default', () => import('./pages/contact-page.tsx'), {
        messages: ['contact'],
        isPersonal: true,
      }),
      page('newsletter', 'newsletter-page', 'default', () => import('./pages/newsletter-page.tsx'), {
        messages: ['newsletter'],
        isPersonal: true,
      }),
      page('ring-size', 'ring-size-page', 'default', () => import('./pages/ring-size-page.tsx'), {
        messages: ['help', 'ringSize'],
      }),
      page('wishlist', 'wish-list-page', 'default', () => import('./pages/wish-list-page.tsx'), {
        messages: ['lists'],
      }),
      page('compare', 'compare-page', 'default', () => import('./pages/compare-page.tsx'), {
        messages: ['lists', 'stone'],
      }),
      page('country', 'country-page', 'default', () => import('./pages/country-page.tsx'), {
        messages: ['settings'],
        isPersonal: true,
      }),
      page('checkout/:step?', 'checkout-page', 'checkout', () => import('./pages/checkout-page.tsx'), {
        messages: ['checkout', 'cart'],
        isPrivate: true,
        document: 'checkout',
      }),
      page(
        'checkout/confirming',
        'checkout-confirming-page',
        'checkout',
        () => import('./pages/checkout-confirming-page.tsx'),
        { messages: ['checkout', 'cart'], isPrivate: true },
      ),
      page('account', 'account-page', 'default', () => import('./pages/account-page.tsx'), {
        messages: ['account'],
        isPrivate: true,
      }),
      page('account/sign-in', 'account-sign-in-page', 'default', () => import('./pages/account-sign-in-page.tsx'), {
        messages: ['account'],
        isPrivate: true,
      }),
      page('account/details', 'account-details-page', 'default', () => import('./pages/account-details-page.tsx'), {
        messages: ['account'],
        isPrivate: true,
      }),
      page('account/link', 'account-link-page', 'default', () => import('./pages/account-link-page.tsx'), {
        messages: ['account'],
        isPrivate: true,
        hasSecretUrl: true,
      }),
      page('account/orders/:id', 'account-order-page', 'default', () => import('./pages/account-order-page.tsx'), {
        messages: ['account', 'checkout', 'cart'],
        isPrivate: true,
      }),
      page(
        'order/confirmation',
        'order-confirmation-page',
        'default',
        () => import('./pages/order-confirmation-page.tsx'),
        { messages: ['checkout', 'cart'], isPrivate: true },
      ),
      page('order/find', 'order-find-page', 'default', () => import('./pages/order-find-page.tsx'), {
        messages: ['checkout'],
        isPrivate: true,
      }),
      page('order/found', 'order-found-page', 'default', () => import('./pages/order-found-page.tsx'), {
        messages: ['checkout', 'cart'],
        isPrivate: true,
      }),
      page('order/open', 'order-open-page', 'default', () => import('./pages/order-open-page.tsx'), {
        messages: ['checkout'],
        isPrivate: true,
      }),
      page('order/take-back', 'order-take-back-page', 'default', () => import('./pages/order-take-back-page.tsx'), {
        messages: ['checkout'],
        isPrivate: true,
      }),
      page('order/withdraw', 'order-withdraw-page', 'default', () => import('./pages/order-withdraw-page.tsx'), {
        messages: ['checkout', 'cart'],
        isPrivate: true,
      }),
      page('order/transfer', 'order-transfer-page', 'default', () => import('./pages/order-transfer-page.tsx'), {
        messages: ['checkout'],
        isPrivate: true,
        hasSecretUrl: true,
      }),
      page(
        'newsletter/confirm',
        'newsletter-confirm-page',
        'default',
        () => import('./pages/newsletter-confirm-page.tsx'),
        { messages: ['mailing'], isPrivate: true, hasSecretUrl: true },
      ),
      page(
        'newsletter/preferences',
        'newsletter-preferences-page',
        'default',
        () => import('./pages/newsletter-preferences-page.tsx'),
        { messages: ['mailing'], isPrivate: true, hasSecretUrl: true },
      ),
      page('hints/stop', 'hints-stop-page', 'default', () => import('./pages/hints-stop-page.tsx'), {
        messages: ['mailing'],
        isPrivate: true,
        hasSecretUrl: true,
      }),
      page('back-in-stock', 'back-in-stock-page', 'default', () => import('./pages/back-in-stock-page.tsx'), {
        messages: ['stockAlert'],
        isPersonal: true,
      }),
      page(
        'back-in-stock/requests',
        'back-in-stock-requests-page',
        'default',
        () => import('./pages/back-in-stock-requests-page.tsx'),
        { messages: ['mailing'], isPrivate: true, hasSecretUrl: true },
      ),
      page('blogs', 'journal-page', 'courses', () => import('./pages/journal-page.tsx'), { messages: WRITTEN }),
      page('blogs/:article', 'article-page', 'courses', () => import('./pages/article-page.tsx'), {
        messages: WRITTEN,
      }),
      ...(import.meta.env.DEV
        ? [
            page('styleguide', 'styleguide-page', 'default', () => import('./pages/styleguide-page.tsx'), {
              messages: WRITTEN,
            }),
          ]
        : []),
      page('*', 'content-page', 'default', () => import('./pages/content-page.tsx'), { messages: WRITTEN }),
    ],
  },
]

/** Loads the data of every page. It runs only on the server, because the browser keeps the data of the first page. */
async function loadRoot(args: LoaderFunctionArgs): Promise<unknown> {
  return (await import('./shell/load-root.ts')).loadRoot(args)
}
