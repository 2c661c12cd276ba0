import type { ComponentType } from 'react'

import type { Category } from '#shared/product/product.ts'

interface ServerParts {
  Wordmark?: ComponentType
  AccountLink?: ComponentType
  MegaContents?: ComponentType<{ category: Category }>
  FooterLinks?: ComponentType
  FooterCompany?: ComponentType
  FooterSettings?: ComponentType
}

/**
 * Components that only the server renders. The server's entry sets them: an import would add their code and messages to
 * the scripts of every page.
 */
export const serverParts: ServerParts = {}
