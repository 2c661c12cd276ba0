import { existsSync } from 'node:fs'

export function findFirefox(): string | undefined {
  return ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
}
