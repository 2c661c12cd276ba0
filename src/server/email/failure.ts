/** Why an email was not handed over, in words that may be logged and kept. */
export interface DeliveryFailure {
  reason: string
  /** The mailbox, or the email itself, was refused for good: another try would be refused as well. */
  isFinal: boolean
}

const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g

/**
 * @param error of nodemailer's; its fields and its text hold addresses
 * @param recipient left out of the reason wherever it is named
 */
export function toFailure(error: unknown, recipient: string): DeliveryFailure {
  const { code, responseCode, response, command, message } = error as {
    code?: string
    responseCode?: number
    response?: string
    command?: string
    message?: string
  }
  const reported = response ?? message ?? String(error)
  return { reason: [code, withoutAddresses(reported, recipient)].filter(Boolean).join(': '), isFinal: isFinal() }

  /** A refusal of the sender or of the password is the operator's to mend, and may be mended tonight. */
  function isFinal(): boolean {
    if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
    if (command === 'MAIL FROM') return false
    return responseCode === undefined ? command === 'API' : responseCode >= 500
  }
}

function withoutAddresses(text: string, recipient: string): string {
  const inbox = recipient.slice(0, recipient.lastIndexOf('@'))
  const known = [recipient, ...(inbox.length > 2 ? [inbox] : [])]
  return known
    .reduce((left, name) => left.split(name).join('…'), text)
    .replaceAll(ADDRESS, '…')
    .slice(0, 300)
}
