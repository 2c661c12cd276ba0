import t from 'tap'

import { startPopups } from '#app/newsletter/popups/popup-sequence.ts'
import type { PopupName } from '#app/newsletter/seen-popups.ts'
import { keepSubscription, mendSubscription, readSubscription } from '#app/newsletter/subscription.ts'
import { createFakeClock } from '#test/support/fake-clock.ts'

interface Shopper {
  closed?: PopupName[]
  isSubscribed?: boolean
  isBusy?: boolean
  isScrolledHalf?: boolean
  hasLaunch?: boolean
  loadedFor?: number
}

function visitOf({ closed = [], hasLaunch = true, loadedFor = 0, ...shopper }: Shopper = {}) {
  const clock = createFakeClock()
  const state = { isSubscribed: false, isBusy: false, isScrolledHalf: false, isReachable: true, ...shopper }
  const over = new Set(closed)
  const shown: PopupName[] = []
  const fetched: PopupName[] = []
  const sequence = startPopups({
    after: clock.after,
    loadedFor,
    hasLaunch,
    isOver: (popup) => over.has(popup) || (popup === 'vip' && state.isSubscribed),
    isBusy: () => state.isBusy,
    isScrolledHalf: () => state.isScrolledHalf,
    async prepare(popup) {
      fetched.push(popup)
      return state.isReachable
    },
    show: (popup) => shown.push(popup),
  })
  return {
    state,
    shown,
    fetched,
    pass: clock.pass,
    scrolled: sequence.scrolled,
    closeElsewhere: (popup: PopupName) => over.add(popup),
    close(popup: PopupName) {
      over.add(popup)
      if (popup === 'launch') sequence.launchClosed()
    },
  }
}

t.test('a new visitor sees the launch popup after a second, and no other before it is closed', async (t) => {
  const { shown, fetched, pass, scrolled, state } = visitOf()
  await pass(999)
  t.same([shown, fetched], [[], []])
  await pass(1)
  t.same(shown, ['launch'])
  state.isScrolledHalf = true
  scrolled()
  await pass(600_000)
  t.same(shown, ['launch'])
})

t.test('the second counts from the end of loading, however late the popups start', async (t) => {
  const { shown, pass } = visitOf({ loadedFor: 400 })
  await pass(599)
  t.same(shown, [])
  await pass(1)
  t.same(shown, ['launch'])
  const late = visitOf({ loadedFor: 5000 })
  await late.pass(0)
  t.same(late.shown, ['launch'])
})

t.test('the Inner Circle popup opens thirty seconds after the launch popup is closed', async (t) => {
  const { shown, pass, close } = visitOf()
  await pass(1000)
  close('launch')
  await pass(29_999)
  t.same(shown, ['launch'])
  await pass(1)
  t.same(shown, ['launch', 'vip'])
})

t.test('the Inner Circle popup opens sooner if the visitor scrolls halfway down the page, and only once', async (t) => {
  const { shown, pass, close, state, scrolled } = visitOf()
  await pass(1000)
  close('launch')
  scrolled()
  await pass(0)
  t.same(shown, ['launch'], 'the upper half')
  state.isScrolledHalf = true
  scrolled()
  scrolled()
  await pass(0)
  t.same(shown, ['launch', 'vip'])
  close('vip')
  await pass(60_000)
  t.same(shown, ['launch', 'vip'])
})

t.test(
  'the Inner Circle popup opens at once if the visitor had scrolled halfway before closing the launch popup',
  async (t) => {
    const { shown, pass, close, state } = visitOf()
    await pass(1000)
    state.isScrolledHalf = true
    close('launch')
    await pass(0)
    t.same(shown, ['launch', 'vip'])
  },
)

t.test(
  'a visitor who closed the launch popup on an earlier visit sees the Inner Circle popup after three seconds',
  async (t) => {
    const { shown, pass, state, scrolled } = visitOf({ closed: ['launch'] })
    state.isScrolledHalf = true
    scrolled()
    await pass(2999)
    t.same(shown, [])
    await pass(1)
    t.same(shown, ['vip'])
  },
)

t.test('a subscriber never sees the Inner Circle popup, even if they subscribed during the visit', async (t) => {
  const subscriber = visitOf({ closed: ['launch'], isSubscribed: true })
  await subscriber.pass(600_000)
  t.same([subscriber.shown, subscriber.fetched], [[], []])

  const { state, shown, pass } = visitOf({ closed: ['launch'] })
  await pass(2000)
  state.isSubscribed = true
  await pass(600_000)
  t.same(shown, [])
})

t.test('without a launch campaign the Inner Circle popup opens thirty seconds after the start', async (t) => {
  const { shown, pass } = visitOf({ hasLaunch: false })
  await pass(29_999)
  t.same(shown, [])
  await pass(1)
  t.same(shown, ['vip'])
})

t.test('a popup waits while the visitor is busy and opens within a second after that', async (t) => {
  const { shown, fetched, pass, state } = visitOf({ isBusy: true })
  await pass(120_000)
  t.same([shown, fetched], [[], []], 'the popup is not even loaded')
  state.isBusy = false
  await pass(1000)
  t.same(shown, ['launch'])
})

t.test('a popup closed in another tab does not open, and the next one waits as usual', async (t) => {
  const { shown, pass, state, closeElsewhere } = visitOf({ isBusy: true })
  await pass(5000)
  closeElsewhere('launch')
  state.isBusy = false
  await pass(30_000)
  t.same(shown, [])
  await pass(1000)
  t.same(shown, ['vip'])
})

t.test('a popup that cannot be loaded has no effect', async (t) => {
  const { shown, pass, state } = visitOf()
  state.isReachable = false
  await pass(600_000)
  t.same(shown, [])
})

t.test('without storage a subscription is remembered as long as the document', async (t) => {
  t.equal(readSubscription(), undefined)
  keepSubscription('ada@shopper.example')
  for (const read of [readSubscription, mendSubscription]) {
    t.match(read(), { subscribed: true, email: 'ada@shopper.example', timestamp: /^\d{4}-.*Z$/ })
  }
})
