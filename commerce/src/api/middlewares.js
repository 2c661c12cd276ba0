import { allowFields, defineMiddlewares } from '@medusajs/framework/http'

import { UPLOADS_DIR } from '../http/uploads.ts'
import { startOver } from '../orders/one-order.ts'

export default defineMiddlewares({
  routes: [
    {
      // Medusa itself serves only the folder `static`, but UPLOADS_DIR may be another one.
      matcher: '/static',
      middlewares: [
        async (request, response, next) => {
          if (request.method !== 'GET' && request.method !== 'HEAD') return next()
          // An uploaded file must never run scripts in this origin.
          response.setHeader('content-security-policy', "default-src 'none'; sandbox")
          response.setHeader('x-content-type-options', 'nosniff')
          response.sendFile(decodeURIComponent(request.path), { root: UPLOADS_DIR, maxAge: '1y' }, (error) => {
            if (error && !response.headersSent) next()
          })
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
      matcher: '/store/carts/:id/complete',
      methods: ['POST'],
      middlewares: [
        async (request, _response, next) => {
          await startOver(request.scope, request.params['id'] ?? '')
          next()
        },
      ],
    },
  ],
})
