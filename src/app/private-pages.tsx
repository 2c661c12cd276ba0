import type { RouteObject } from 'react-router'

import { page } from './page-route.ts'

/** Other documents do not load this list, because a private page is always a document of its own. */
export const privatePages: RouteObject[] = [
  page('checkout/:step?', 'checkout-page', 'checkout', () => import('./pages/checkout-page.tsx'), {
    messages: ['private', 'cart'],
    document: 'checkout',
  }),
  page(
    'checkout/confirming',
    'checkout-confirming-page',
    'checkout',
    () => import('./pages/checkout-confirming-page.tsx'),
    { messages: ['private', 'cart'] },
  ),
  page('account', 'account-page', 'default', () => import('./pages/account-page.tsx'), {
    messages: ['private'],
  }),
  page('account/sign-in', 'account-sign-in-page', 'default', () => import('./pages/account-sign-in-page.tsx'), {
    messages: ['private'],
  }),
  page('account/addresses', 'account-addresses-page', 'default', () => import('./pages/account-addresses-page.tsx'), {
    messages: ['private'],
  }),
  page('account/details', 'account-details-page', 'default', () => import('./pages/account-details-page.tsx'), {
    messages: ['private'],
  }),
  page('account/link', 'account-link-page', 'default', () => import('./pages/account-link-page.tsx'), {
    messages: ['private'],
    hasSecretUrl: true,
  }),
  page('account/orders/:id', 'account-order-page', 'default', () => import('./pages/account-order-page.tsx'), {
    messages: ['private', 'cart'],
  }),
  page(
    'order/confirmation',
    'order-confirmation-page',
    'default',
    () => import('./pages/order-confirmation-page.tsx'),
    { messages: ['private', 'cart'] },
  ),
  page('order/find', 'order-find-page', 'default', () => import('./pages/order-find-page.tsx'), {
    messages: ['private'],
  }),
  page('order/found', 'order-found-page', 'default', () => import('./pages/order-found-page.tsx'), {
    messages: ['private', 'cart'],
  }),
  page('order/open', 'order-open-page', 'default', () => import('./pages/order-open-page.tsx'), {
    messages: ['private'],
  }),
  page('order/take-back', 'order-take-back-page', 'default', () => import('./pages/order-take-back-page.tsx'), {
    messages: ['private'],
  }),
  page('order/withdraw', 'order-withdraw-page', 'default', () => import('./pages/order-withdraw-page.tsx'), {
    messages: ['private', 'cart'],
  }),
  page('order/transfer', 'order-transfer-page', 'default', () => import('./pages/order-transfer-page.tsx'), {
    messages: ['private'],
    hasSecretUrl: true,
  }),
  page(
    'newsletter/confirm',
    'newsletter-confirm-page',
    'default',
    () => import('./pages/newsletter-confirm-page.tsx'),
    { messages: ['private'], hasSecretUrl: true },
  ),
  page(
    'newsletter/preferences',
    'newsletter-preferences-page',
    'default',
    () => import('./pages/newsletter-preferences-page.tsx'),
    { messages: ['private'], hasSecretUrl: true },
  ),
  page('hints/stop', 'hints-stop-page', 'default', () => import('./pages/hints-stop-page.tsx'), {
    messages: ['private'],
    hasSecretUrl: true,
  }),
  page(
    'back-in-stock/requests',
    'back-in-stock-requests-page',
    'default',
    () => import('./pages/back-in-stock-requests-page.tsx'),
    { messages: ['private'], hasSecretUrl: true },
  ),
]
