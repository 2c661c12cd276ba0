import { allowFields, defineMiddlewares } from '@medusajs/framework/http'

import { UPLOADS_DIR } from '../http/uploads.ts'
import { startOver } from '../orders/one-order.ts'

export default defineMiddlewares({
  routes: [
    {
      // Medusa itself serves the folder `static` alone, wherever uploads are written to.
      matcher: '/static',
      middlewares: [
        async (request, response, next) => {
          if (request.method !== 'GET' && request.method !== 'HEAD') return next()
          // What the staff upload is never a page of this origin.
          response.setHeader('content-security-policy', "default-src 'none'; sandbox")
          response.setHeader('x-content-type-options', 'nosniff')
          response.sendFile(decodeURIComponent(request.path), { root: UPLOADS_DIR, maxAge: '1y' }, (error) => {
            if (error && !response.headersSent) next()
          })
        },
      ],
    },
    {
      // A shopper follows their parcel: Medusa shows the numbers of carriers to the staff alone.
      // Written with a star it comes before Medusa's own, which reads what is allowed.
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
