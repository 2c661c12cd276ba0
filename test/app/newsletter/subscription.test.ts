import t from 'tap'

import { keepSubscription, mendSubscription, readSubscription } from '#app/newsletter/subscription.ts'

t.test('without storage a subscription is remembered as long as the document', async (t) => {
  t.equal(readSubscription(), undefined)
  keepSubscription('ada@shopper.example')
  for (const read of [readSubscription, mendSubscription]) {
    t.match(read(), { subscribed: true, email: 'ada@shopper.example', timestamp: /^\d{4}-.*Z$/ })
  }
})
