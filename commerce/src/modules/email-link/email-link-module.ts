import { ModuleProvider, Modules } from '@medusajs/framework/utils'

import { EmailLinkProvider } from './email-link-provider.ts'

export default ModuleProvider(Modules.AUTH, { services: [EmailLinkProvider] })
