import { ModuleProvider, Modules } from '@medusajs/framework/utils'

import { PayPalProvider } from './paypal-provider.ts'

export default ModuleProvider(Modules.PAYMENT, { services: [PayPalProvider] })
