import { refuseField } from '#server/http/http-error.ts'

import { MAILING_MESSAGES } from './messages.ts'

export const LONGEST_MESSAGE = 500
const LONGEST_NAME = 40

const LINK = /(?:\b[a-z][a-z\d+.-]*:\/\/|\bwww\.)\S+|\b(?:[a-z\d-]+\.)+[a-z]{2,}\/\S*/giu

/**
 * The words of a hint as they go into its email: plain text with its line breaks, and nothing that cannot be seen.
 * @returns null where nothing was said
 * @throws HttpError where it is too long for a hint, or more link than words
 */
export function toHintMessage(text: string | null | undefined): string | null {
  const message = (text ?? '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n\t\u200d]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (message === '') return null
  if (message.length > LONGEST_MESSAGE) throw refuseField('message', MAILING_MESSAGES.messageTooLong)
  if (isMostlyLink(message)) throw refuseField('message', MAILING_MESSAGES.messageIsLink)
  return message
}

/**
 * The name that a hint is signed with. Emails of people's names alone: what else a stranger types would be read as
 * ours.
 * @returns null where none was given
 * @throws HttpError where it is none
 */
export function toSenderName(text: string | null | undefined): string | null {
  const name = (text ?? '').trim().replace(/\s+/g, ' ')
  if (name === '') return null
  if (name.length > LONGEST_NAME || !/^[\p{L}\p{M}][\p{L}\p{M} '’.-]*$/u.test(name) || /\.\p{L}/u.test(name))
    throw refuseField('sender_name', MAILING_MESSAGES.senderName)
  return name
}

function isMostlyLink(message: string): boolean {
  const links = message.match(LINK) ?? []
  const linked = links.join('').length
  return linked > 0 && linked >= message.replace(/\s/g, '').length - linked
}
