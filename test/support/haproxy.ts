import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '#dev/processes/ports.ts'

import { until } from './until.ts'

const PLACES = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy']

export function findHaproxy(): string {
  const found = PLACES.find((path) => existsSync(path))
  if (!found) throw new Error('HAProxy is missing: apt-get install haproxy')
  return found
}

/**
 * Starts HAProxy in front of storefronts. Each request goes to the next one whose `/readyz` returns 200.
 * @param dir folder for its configuration
 * @returns its origin, once all storefronts get requests
 */
export async function startHaproxy(
  t: { teardown: (end: () => unknown) => void },
  { dir, origins }: { dir: string; origins: (port: number) => Promise<string[]> },
): Promise<string> {
  const port = await freePort(0, 'PORT')
  const url = `http://127.0.0.1:${port}`
  const program = findHaproxy()
  const servers = (await origins(port)).map(
    (origin, nth) => `  server shop${nth} ${new URL(origin).host} check inter 200`,
  )
  const file = join(dir, 'haproxy.cfg')
  writeFileSync(
    file,
    [
      'defaults',
      '  mode http',
      '  timeout connect 5s',
      '  timeout client 60s',
      '  timeout server 60s',
      // A busy machine responds late without being down.
      '  timeout check 5s',
      'frontend visitors',
      `  bind 127.0.0.1:${port}`,
      '  default_backend shops',
      'backend shops',
      '  balance roundrobin',
      '  option httpchk GET /readyz',
      ...servers,
      '',
    ].join('\n'),
  )
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  t.teardown(() => {
    child.kill()
    return ended
  })
  await until(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok)
  return url
}

interface ComposeAddresses {
  shop: number
  medusa: number
  storefronts: string[]
  medusas: string[]
}

export function readComposeConfig(file: 'Caddyfile' | 'haproxy.cfg'): string {
  return readFileSync(join(import.meta.dirname, '../../ops/compose', file), 'utf8')
}

export function composeHaproxy({ shop, medusa, storefronts, medusas }: ComposeAddresses): string {
  return readComposeConfig('haproxy.cfg')
    .replace(/resolvers docker\n(?: +.*\n)+?(?=defaults)/, '')
    .replace(' resolvers docker init-addr none', '')
    .replace('bind :3000', `bind 127.0.0.1:${shop}`)
    .replace('bind :9000', `bind 127.0.0.1:${medusa}`)
    .replace(/( +)server-template (\w+) .*/g, (_, indent: string, name: string) =>
      (name === 'medusa' ? medusas : storefronts)
        .map((address, nth) => `${indent}server ${name}${nth} ${address}`)
        .join('\n'),
    )
}
