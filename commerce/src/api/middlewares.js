import { defineMiddlewares } from '@medusajs/framework/http'

import { startOver } from '../orders/one-order.ts'

export default defineMiddlewares({
  routes: [
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
