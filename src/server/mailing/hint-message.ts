import { refuseField } from '#server/refusals/refusal.ts'

import { MAILING_SENTENCES } from './sentences.ts'

export const LONGEST_MESSAGE = 500

const LINK = /(?:\b[a-z][a-z\d+.-]*:\/\/|\bwww\.)\S+|\b(?:[a-z\d-]+\.)+[a-z]{2,}\/\S*/giu

/**
 * The words of a hint as they go into its letter: plain text with its line breaks, and nothing that cannot be seen.
 * @returns null where nothing was said
 * @throws Refusal where it is too long for a hint, or more link than words
 */
export function toHintMessage(text: string | null | undefined): string | null {
  const message = (text ?? '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n\t\u200d]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (message === '') return null
  if (message.length > LONGEST_MESSAGE) throw refuseField('message', MAILING_SENTENCES.messageTooLong)
  if (isMostlyLink(message)) throw refuseField('message', MAILING_SENTENCES.messageIsLink)
  return message
}

function isMostlyLink(message: string): boolean {
  const links = message.match(LINK) ?? []
  const linked = links.join('').length
  return linked > 0 && linked >= message.replace(/\s/g, '').length - linked
}
