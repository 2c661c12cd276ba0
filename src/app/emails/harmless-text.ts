/** Control characters but the line break, and what turns the direction of the words around it. */
const CONTROLS = /(?!\n)\p{Cc}|\p{Bidi_Control}/gu
/** Invisible: of use only where it holds an emoji together. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\u{fe0f}?$/u
const EMOJI_JOINERS = ['\u200d', '\ufe0f']
/** More marks on one email than any language writes. */
const PILED_MARKS = /([^\p{M}]\p{M}{3})\p{M}+/gu

/** What a stranger typed, without what would disturb the words around it; line breaks are kept. */
export function harmlessText(text: string): string {
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
 * The same, so that no mail client makes a link of a web address, an email address or a network address in it: what a
 * stranger writes under our name leads nowhere.
 */
export function unlinkedText(text: string): string {
  return text.replace(/(?<=\S)[.。．｡](?=[\p{L}\p{N}])|(?<=\S)[@＠](?=\S)|:(?=\S)/gu, '$&\u200b')
}
