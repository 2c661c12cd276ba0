/** How a document begins, and what it is sent as. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const XML_TYPE = 'application/xml; charset=utf-8'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** XML has no words for these, and readers refuse a document with one of them as a whole. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** A document, or words of it, without what no reader takes. */
export function writableXml(text: string): string {
  return text.replaceAll(UNWRITABLE, '')
}

/** Words as they may stand in an element or an attribute. */
export function xmlText(text: string): string {
  return writableXml(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** An element with words in it; nothing where there are none. */
export function xmlElement(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${xmlText(text)}</${name}>` : ''
}
