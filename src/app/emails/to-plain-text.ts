import { toPlainText as convert } from '@react-email/render'

/** What of the converter's own surface is used here; it comes without types. */
interface Builder {
  openBlock(options: { leadingLineBreaks: number }): void
  closeBlock(options: { trailingLineBreaks: number }): void
  addInline(text: string, options?: { noWordTransform: boolean }): void
  addLineBreak(): void
}
interface Element {
  children: unknown[]
  attribs: Record<string, string>
}
type Walk = (children: unknown[], builder: Builder) => void

const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 }

/** How an email reads without its looks: what a cell or a button was stays on a line of its own. */
const OPTIONS = {
  wordwrap: 76,
  // The invisible ones keep a stranger's words from becoming links.
  whitespaceCharacters: ' \t\r\n\f',
  formatters: {
    cell(elem: Element, walk: Walk, builder: Builder) {
      walk(elem.children, builder)
      builder.addInline(' ')
    },
    action(elem: Element, walk: Walk, builder: Builder) {
      builder.openBlock({ leadingLineBreaks: 2 })
      walk(elem.children, builder)
      builder.addInline(':')
      builder.addLineBreak()
      builder.addInline(elem.attribs['href'] ?? '', { noWordTransform: true })
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
  },
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'a.action', format: 'action' },
    { selector: 'hr', format: 'skip' },
    { selector: 'table', format: 'block', options: ONE_LINE },
    { selector: 'table.apart', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'tr', format: 'block', options: ONE_LINE },
    { selector: 'td', format: 'cell' },
  ],
}

/** The text of an email, for those who read it as text. @param html as rendered */
export function toPlainText(html: string): string {
  return `${convert(html, OPTIONS).trim()}\n`
}
