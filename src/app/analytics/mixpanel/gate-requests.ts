/**
 * Stands before one host at the moment of sending. Mixpanel asks whether it may speak before it packs a recording, and
 * hands over what has been waiting when its time has come: a no in between would not be heard. The shop's own requests
 * pass as ever.
 * @param origin of the host
 * @returns what shuts the gate for as long as the document lives: what is under way is broken off, and nothing follows
 */
export function gateRequests(origin: string): () => void {
  const shut = new AbortController()
  const isTheirs = (address: string | URL) => new URL(address, location.href).origin === origin
  gateFetch(isTheirs, shut.signal)
  gateXhr(isTheirs, shut.signal)
  gateBeacons(isTheirs, shut.signal)
  return () => shut.abort()
}

type Test = (address: string | URL) => boolean

function gateFetch(isTheirs: Test, signal: AbortSignal): void {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : input
    return fetch(input, isTheirs(address) ? { ...init, signal } : init)
  }
}

function gateXhr(isTheirs: Test, signal: AbortSignal): void {
  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    override open(method: string, address: string | URL, isAsync = true, ...login: [string?, string?]): void {
      if (isTheirs(address)) {
        signal.throwIfAborted()
        const abort = () => this.abort()
        signal.addEventListener('abort', abort)
        this.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
      }
      super.open(method, address, isAsync, ...login)
    }
  }
}

function gateBeacons(isTheirs: Test, signal: AbortSignal): void {
  const send = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (address, data) => !(signal.aborted && isTheirs(address)) && send(address, data)
}
