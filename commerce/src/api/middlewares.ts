import {
  allowFields,
  authenticate,
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from '@medusajs/framework/http'
import { MedusaError, Modules } from '@medusajs/framework/utils'

import { correctCustomer } from '../customers/cart-customer.ts'
import { sendDashboard } from '../http/dashboard.ts'
import { spellCodes } from '../http/promo-codes.ts'
import { requestIds } from '../http/request-id.ts'
import { refuseRemovedStaff } from '../http/staff-accounts.ts'
import { EXPORTS_DIR, UPLOADS_DIR } from '../http/uploads.ts'
import { checkUpload } from '../media/check-upload.ts'
import { startOver } from '../orders/one-order.ts'
import { signalWrite } from '../storefront/catalog-signals.ts'

/** An export has customers' data. */
const EXPORT = /^\/private-[^/]+$/

type Middleware = (request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) => unknown

function forExports(middleware: Middleware): Middleware {
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
            : { root: UPLOADS_DIR, dotfiles: 'ignore' as const, maxAge: '1y' }
          response.sendFile(decodeURIComponent(request.path), options, (error) => {
            if (error && !response.headersSent) next()
          })
        },
      ],
    },
    // The signature covers the bytes of the body.
    { matcher: '/storefront/*', bodyParser: { preserveRawBody: true } },
    {
      // Medusa does not store whether staff ship silently, and the trigger of the shipment's event must know it.
      matcher: '/admin/orders/:id/fulfillments/:fulfillment_id/shipments',
      methods: ['POST'],
      middlewares: [
        async (request, _response, next) => {
          const { no_notification } = request.body as { no_notification?: boolean }
          const fulfillments = request.scope.resolve(Modules.FULFILLMENT)
          const id = request.params['fulfillment_id'] ?? ''
          const { metadata } = await fulfillments.retrieveFulfillment(id)
          await fulfillments.updateFulfillment(id, { metadata: { ...metadata, no_notification } })
          next()
        },
      ],
    },
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
          requestIds.run(request.requestId, next)
        },
      ],
    },
    // After Medusa's own middleware, which has read the files by then.
    {
      matcher: '/admin/uploads',
      methods: ['POST'],
      middlewares: [
        async (request, _response, next) => {
          const { files } = request as unknown as { files?: { originalname: string; buffer: Buffer }[] }
          for (const { originalname: name, buffer } of files ?? []) {
            const problem = checkUpload(name, buffer)
            if (problem) throw new MedusaError(MedusaError.Types.INVALID_DATA, `${name}: ${problem}`)
          }
          next()
        },
      ],
    },
  ],
})
