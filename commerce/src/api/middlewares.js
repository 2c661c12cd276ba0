import { allowFields, authenticate, defineMiddlewares } from '@medusajs/framework/http'

import { correctCustomer } from '../customers/cart-customer.ts'
import { checkUploads } from '../http/check-uploads.ts'
import { sendDashboard } from '../http/dashboard.ts'
import { spellCodes } from '../http/promo-codes.ts'
import { withRequestId } from '../http/request-id.ts'
import { refuseRemovedStaff } from '../http/staff-accounts.ts'
import { EXPORTS_DIR, UPLOADS_DIR } from '../http/uploads.ts'
import { startOver } from '../orders/one-order.ts'
import { signalWrite } from '../storefront/catalog-signals.ts'

/** An export has customers' data. */
const EXPORT = /^\/private-[^/]+$/

/**
 * @typedef {import('@medusajs/framework/http').MedusaRequest} Request
 * @typedef {import('@medusajs/framework/http').MedusaResponse} Response
 * @typedef {import('@medusajs/framework/http').MedusaNextFunction} Next
 * @param {(request: any, response: Response, next: Next) => unknown} middleware
 * @returns {(request: Request, response: Response, next: Next) => void} the same for exports only
 */
function forExports(middleware) {
  return (request, response, next) => {
    if (EXPORT.test(request.path)) void middleware(request, response, next)
    else next()
  }
}

export default defineMiddlewares({
  routes: [
    { matcher: '/app', middlewares: [sendDashboard] },
    { matcher: '/admin', middlewares: [refuseRemovedStaff, signalWrite] },
    {
      // Medusa itself serves only the folder `static`, and without these headers.
      matcher: '/static',
      middlewares: [
        forExports(refuseRemovedStaff),
        forExports(authenticate('user', ['session', 'bearer', 'api-key'])),
        async (request, response, next) => {
          if (request.method !== 'GET' && request.method !== 'HEAD') return next()
          // An uploaded file must never run scripts in this origin.
          response.setHeader('content-security-policy', "default-src 'none'; sandbox")
          response.setHeader('x-content-type-options', 'nosniff')
          const options = EXPORT.test(request.path)
            ? { root: EXPORTS_DIR, cacheControl: false, headers: { 'cache-control': 'no-store' } }
            : { root: UPLOADS_DIR, dotfiles: /** @type {const} */ ('ignore'), maxAge: '1y' }
          response.sendFile(decodeURIComponent(request.path), options, (error) => {
            if (error && !response.headersSent) next()
          })
        },
      ],
    },
    // The signature covers the bytes of the body.
    { matcher: '/storefront/*', bodyParser: { preserveRawBody: true } },
    {
      // Lets shoppers track their parcels: by default Medusa shows tracking numbers to the staff only.
      // The star makes this run before Medusa's own middleware, which reads the allowed fields.
      matcher: '/store/orders/*',
      methods: ['GET'],
      middlewares: [allowFields('fulfillments.labels')],
    },
    {
      // The star makes this run before Medusa validates a copy of the body.
      matcher: '/store/carts/*',
      methods: ['POST'],
      middlewares: [
        async (request, _response, next) => {
          await spellCodes(request.scope, request.body)
          next()
        },
      ],
    },
    {
      matcher: '/store/carts/:id/complete',
      methods: ['POST'],
      middlewares: [
        async (request, _response, next) => {
          const id = request.params['id'] ?? ''
          await startOver(request.scope, id)
          await correctCustomer(request.scope, id)
          withRequestId(request.requestId, next)
        },
      ],
    },
    // After Medusa's own middleware, which has read the files by then.
    {
      matcher: '/admin/uploads',
      methods: ['POST'],
      middlewares: [
        async (request, _response, next) => {
          checkUploads(request)
          next()
        },
      ],
    },
  ],
})
