import type { ComponentType } from 'react'

import type { Category } from '#shared/product/product.ts'

interface ServerParts {
  /** The shop's name in the header. */
  Wordmark?: ComponentType
  AccountLink?: ComponentType
  /** What the panel of a category shows. */
  MegaContents?: ComponentType<{ category: Category }>
  /** The brand and the columns of links in the footer. */
  FooterLinks?: ComponentType
  FooterCompany?: ComponentType
  /** The settings in the footer, before their script is loaded. */
  FooterSettings?: ComponentType
}

/**
 * Components that only the server renders. The server's entry sets them: an import would add their code and messages to
 * the scripts of every page.
 */
export const serverParts: ServerParts = {}
