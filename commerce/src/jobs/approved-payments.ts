import { completeApproved } from '../modules/paypal/complete-approved.ts'

export default completeApproved

/** Places the orders of shoppers who approved the payment and closed the page. */
export const config = { name: 'approved-payments', schedule: '*/15 * * * * *' }
