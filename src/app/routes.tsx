import type { LoaderFunctionArgs, RouteObject } from 'react-router'

import { page } from './page-route.ts'
import { ErrorPage } from './pages/error-page.tsx'
import { LocaleRoot } from './shell/locale-root.tsx'

const WRITTEN = ['content'] as const

/** Other documents need only the addresses of private pages: a link to them opens a new document. */
const PRIVATE_ADDRESSES: RouteObject[] = ['account', 'back-in-stock', 'checkout', 'hints', 'newsletter', 'order'].map(
  (folder) => ({ path: `${folder}/*` }),
)

/**
 * Static segments take precedence over parameters, and parameters over the catch-all.
 * @param privatePages `private-pages.tsx`, which the server and the documents of private pages load
 */
export const createRoutes = (privatePages = PRIVATE_ADDRESSES): RouteObject[] => [
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
      page('shop/product/:handle', 'product-page', 'shop', () => import('./pages/product-page.tsx')),
      page('shop/:category', 'category-page', 'shop', () => import('./pages/category-page.tsx'), {
        messages: ['listing'],
      }),
      page('shop/:category/:subCategory', 'sub-category-page', 'shop', () => import('./pages/sub-category-page.tsx'), {
        messages: ['listing'],
      }),
      page('search', 'search-page', 'default', () => import('./pages/search-page.tsx'), {
        messages: ['listing'],
      }),
      page('cart', 'cart-page', 'default', () => import('./pages/cart-page.tsx'), {
        messages: ['cart'],
        isPersonal: true,
      }),
      page('contact', 'contact-page', 'default', () => import('./pages/contact-page.tsx'), {
        messages: ['content'],
        isPersonal: true,
      }),
      page('newsletter', 'newsletter-page', 'default', () => import('./pages/newsletter-page.tsx'), {
        messages: ['content'],
        isPersonal: true,
      }),
      page('ring-size', 'ring-size-page', 'default', () => import('./pages/ring-size-page.tsx'), {
        messages: ['product'],
      }),
      page('wishlist', 'wish-list-page', 'default', () => import('./pages/wish-list-page.tsx'), {
        messages: ['listing'],
      }),
      page('compare', 'compare-page', 'default', () => import('./pages/compare-page.tsx'), {
        messages: ['listing', 'product'],
      }),
      page('country', 'country-page', 'default', () => import('./pages/country-page.tsx'), {
        messages: ['content'],
        isPersonal: true,
      }),
      page('back-in-stock', 'back-in-stock-page', 'default', () => import('./pages/back-in-stock-page.tsx'), {
        messages: ['product', 'content'],
        isPersonal: true,
      }),
      page('blogs', 'journal-page', 'courses', () => import('./pages/journal-page.tsx'), { messages: WRITTEN }),
      page('blogs/:article', 'article-page', 'courses', () => import('./pages/article-page.tsx'), {
        messages: WRITTEN,
      }),
      // The server preloads the file of this id.
      { id: 'private-pages', handle: { isPrivate: true }, children: privatePages },
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

/** Runs only on the server, because the browser keeps the data of the first page. */
async function loadRoot(args: LoaderFunctionArgs): Promise<unknown> {
  return (await import('./shell/load-root.ts')).loadRoot(args)
}
