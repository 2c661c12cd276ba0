import { PIXEL_HOST } from '#shared/privacy/third-party-hosts.ts'

export const PIXEL_STAND_IN = `(() => {
  const { fbq } = globalThis
  const pixels = new Set()
  let isRevoked = false
  const send = (id, event, facts = {}) => {
    if (isRevoked) return
    const query = new URLSearchParams({ id, ev: event, dl: location.href, ts: Date.now() })
    for (const [name, value] of Object.entries(facts)) query.set('cd[' + name + ']', value)
    new Image().src = '${PIXEL_HOST}/tr/?' + query
  }
  const calls = {
    set() {},
    consent: (choice) => (isRevoked = choice === 'revoke'),
    init(id) {
      pixels.add(id)
      if (!document.cookie.includes('_fbp=')) document.cookie = '_fbp=fb.1.1700000000000.42; path=/; max-age=7776000'
    },
    track: (event, facts) => pixels.forEach((id) => send(id, event, facts)),
    trackSingle: (id, event, facts) => pixels.has(id) && send(id, event, facts),
    trackCustom: (event, facts) => pixels.forEach((id) => send(id, event, facts)),
  }
  const asked = (globalThis.askedOfPixel = [])
  fbq.callMethod = (name, ...rest) => {
    asked.push([name, ...rest])
    calls[name](...rest)
  }
  for (const call of fbq.queue.splice(0)) fbq.callMethod(...call)
})()`
