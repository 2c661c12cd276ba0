import { readFileSync } from 'node:fs'
import tls from 'node:tls'

const API = /^api-m\.(?:sandbox\.)?paypal\.com$/

export function redirectPayPal(port: number, certificate: string): void {
  const { connect } = tls
  tls.connect = (...args: unknown[]) => {
    const [options] = args
    if (isForPayPal(options)) args[0] = { ...options, host: '127.0.0.1', port, ca: certificate }
    return Reflect.apply(connect, tls, args) as tls.TLSSocket
  }
}

function isForPayPal(options: unknown): options is { host: string; servername?: string } {
  return typeof options === 'object' && options !== null && 'host' in options && API.test(String(options.host))
}

const { PAYPAL_STAND_IN_PORT: port, PAYPAL_STAND_IN_CERTIFICATE: file } = process.env
if (port && file) redirectPayPal(Number(port), readFileSync(file, 'utf8'))
