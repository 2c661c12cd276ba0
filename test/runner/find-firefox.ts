import { existsSync } from 'node:fs'

/** @returns the path of the system's Firefox; undefined if there is none */
export function findFirefox(): string | undefined {
  return ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
}
