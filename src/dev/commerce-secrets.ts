import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { drawPassword } from '#server/cli/add-staff.ts'

export interface CommerceSecrets {
  adminKey: string
  /** Medusa derives the keys of its own tokens and cookies from it. */
  medusaSecret: string
  /** Of PostgreSQL's superuser, of Medusa's role and of the storefront's. */
  databasePassword: string
  medusaDatabasePassword: string
  storefrontDatabasePassword: string
  staffPassword: string
}

/** Saves missing secrets in a file that only its owner can read. */
export function commerceSecrets(dataDir: string): CommerceSecrets {
  const file = join(dataDir, 'commerce-secrets.json')
  const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<CommerceSecrets>) : {}
  const secrets = {
    adminKey: `sk_${draw()}`,
    medusaSecret: draw(),
    databasePassword: draw(),
    medusaDatabasePassword: draw(),
    storefrontDatabasePassword: draw(),
    staffPassword: drawPassword(),
    ...saved,
  }
  if (Object.keys(saved).length < Object.keys(secrets).length)
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

/** Hexadecimal: safe in URLs, SQL and shells. */
function draw(): string {
  return randomBytes(32).toString('hex')
}
