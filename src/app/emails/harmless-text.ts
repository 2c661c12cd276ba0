/** Control characters except the line break, and characters that change the text direction. */
const CONTROLS = /(?!\n)\p{Cc}|\p{Bidi_Control}/gu
/** Invisible characters. Only emoji need them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\u{fe0f}?$/u
const EMOJI_JOINERS = ['\u200d', '\ufe0f']
/** More combining marks on one letter than any language uses. */
const PILED_MARKS = /([^\p{M}]\p{M}{3})\p{M}+/gu

/**
 * Plain text for an email: no characters that affect the surrounding text, and nothing that a mail client turns into a
 * link.
 */
export function typedText(text: string): string {
  return unlinkedText(harmlessText(text))
}

function harmlessText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, (sign, at: number, whole: string) =>
      EMOJI_JOINERS.includes(sign) && EMOJI_BEFORE.test(whole.slice(Math.max(0, at - 3), at)) ? sign : '',
    )
    .replace(PILED_MARKS, '$1')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim()
}

/**
 * Zero-width spaces in URLs, email addresses and IP addresses prevent mail clients from turning untrusted text into
 * links.
 */
function unlinkedText(text: string): string {
  return text.replace(/(?<=\S)[.。．｡](?=[\p{L}\p{N}])|(?<=\S)[@＠](?=\S)|:(?=\S)/gu, '$&\u200b')
}
