import { PIXEL_SCRIPT_HOST } from '#shared/privacy/measuring-hosts.ts'

type Call = readonly unknown[]

/** What the pixel's script expects to find, and takes over: calls until then wait in `queue`. */
interface Fbq {
  (...call: Call): void
  callMethod?: (...call: Call) => void
  queue: Call[]
  push: Fbq
  loaded: boolean
  version: string
  /** We tell of pages ourselves: some are not to be told of. */
  disablePushState: boolean
}

declare global {
  var fbq: Fbq | undefined
  var _fbq: Fbq | undefined
}

const SCRIPT = `${PIXEL_SCRIPT_HOST}/en_US/fbevents.js`

/**
 * Asks for the pixel's script; what is said to it before it is here is not lost.
 * @param onLoaded called once it is
 */
export function loadFbq(onLoaded: () => void): Fbq {
  const fbq: Fbq = Object.assign((...call: Call) => (fbq.callMethod ? fbq.callMethod(...call) : fbq.queue.push(call)), {
    queue: [] as Call[],
    loaded: true,
    version: '2.0',
    disablePushState: true,
  }) as Fbq
  fbq.push = fbq
  globalThis.fbq = fbq
  globalThis._fbq = fbq

  const script = document.createElement('script')
  script.async = true
  script.src = SCRIPT
  script.addEventListener('load', onLoaded)
  document.head.append(script)
  return fbq
}
