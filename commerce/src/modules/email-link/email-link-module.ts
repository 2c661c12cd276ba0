import type {
  AuthenticationInput,
  AuthenticationResponse,
  AuthIdentityProviderService,
} from '@medusajs/framework/types'
import { AbstractAuthModuleProvider, MedusaError, ModuleProvider, Modules } from '@medusajs/framework/utils'

import { checkStorefrontSignature } from '../../http/signed-calls.ts'

/** The proof is the storefront's signature of the customer's id: it sends the email and checks the link. */
class EmailLinkProvider extends AbstractAuthModuleProvider {
  static override identifier = 'email-link'
  static override DISPLAY_NAME = 'Link by email'

  /** @param input with `customer_id` and its `signature` in the body */
  override async authenticate(
    { body }: AuthenticationInput,
    identities: AuthIdentityProviderService,
  ): Promise<AuthenticationResponse> {
    const { customer_id: id = '', signature } = body ?? {}
    try {
      checkStorefrontSignature(id, signature)
      return { success: true, authIdentity: await identities.retrieve({ entity_id: id }) }
    } catch (error) {
      if (error instanceof MedusaError) return { success: false, error: error.message }
      throw error
    }
  }
}

export default ModuleProvider(Modules.AUTH, { services: [EmailLinkProvider] })
