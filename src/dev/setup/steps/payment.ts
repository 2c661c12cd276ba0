import { askText, askYes } from '../prompts.ts'
import { changeSite } from '../site-file.ts'
import type { Step } from '../step.ts'

const PAYPAL_SETTINGS = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_ENVIRONMENT']

/** How invoices are paid, and PayPal. */
export const paymentStep: Step = {
  title: 'Payment',
  about: 'How an invoice is paid, in content/site.yml. PayPal is turned on by settings of the environment.',
  async ask({ site }) {
    const payPal = await askYes('Will you take PayPal?', true)
    const lines = (text: string | undefined) => text?.trimEnd().replaceAll('\n', ' | ')
    const en = await askText({
      message: 'Bank details for invoices, in English; lines separated by | (may be empty)',
      value: lines(site.invoice?.en),
      isOptional: true,
    })
    const ru = en ? await askText({ message: 'The same in Russian', value: lines(site.invoice?.ru) }) : ''
    return { payment: { payPal, ...(en ? { invoice: { en: toLines(en), ru: toLines(ru) } } : {}) } }
  },
  async plan({ payment }, { site }, { files, contentDir }) {
    const invoice = payment?.invoice
    const lines = invoice ? await changeSite(files, contentDir, { invoice }) : []
    return {
      lines,
      byHand: [
        ...(payment?.payPal
          ? [`Set ${PAYPAL_SETTINGS.join(', ')} in the environment (docs/operations.md, PayPal) and restart.`]
          : []),
        ...(payment && !invoice && !site.invoice
          ? ['Without bank details (invoice in content/site.yml) you email them to each buyer yourself.']
          : []),
      ],
    }
  },
}

function toLines(text: string): string {
  return text
    .split('|')
    .map((line) => `${line.trim()}\n`)
    .join('')
}
