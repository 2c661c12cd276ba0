import { completeApproved } from '../modules/paypal/complete-approved.ts'

export default completeApproved

/** Four times a minute: who has paid and closed the page gets their order all the same. */
export const config = { name: 'approved-payments', schedule: '*/15 * * * * *' }
