import type { ContentElement, ContentNode } from '#content/document.ts'

import type { PartWords } from './part-words.ts'

const PICTURE = { url: 'hero-ivory-set.webp', width: 2000, height: 1125, placeholder: null }
const PIECES = [
  'ring-halo-round-rose-gold-1.webp',
  'ring-eternity-round-white-gold-1.webp',
  'ring-bezel-round-silver-1.webp',
]
const SIZES = [
  ['52', '16.6', '52'],
  ['54', '17.2', '54'],
]
const FIGURES = ['9.25', '4', '0', '80']

/** Trees as Markdown would make them: plain words, and every part that needs nothing but its words. @param handles of pieces */
export function sampleNodes(words: PartWords, handles: readonly string[]): ContentNode[] {
  return [
    element('h2', {}, words.heading),
    element(
      'p',
      {},
      words.before,
      element('strong', {}, words.strong),
      words.between,
      element('em', {}, words.emphasis),
      words.and,
      element('a', { href: '/shop' }, words.link),
      '.',
    ),
    element('ul', {}, ...words.items.map((item) => element('li', {}, item))),
    element('blockquote', {}, element('p', {}, words.quote)),
    table(words.columns, SIZES),
    element(
      'store',
      { picture: PICTURE, alt: words.spotsAlt },
      element('h2', {}, words.store),
      element('p', {}, words.storeText),
      element('p', {}, element('a', { href: '/ourStory' }, words.more)),
    ),
    element(
      'benefits-carousel',
      { title: words.benefits },
      ...[1, 2, 3, 4].flatMap((number) => [
        element('h3', {}, `${words.benefit} ${number}`),
        element('p', {}, words.benefitText),
      ]),
    ),
    element('faqs', { title: words.questions }, element('h3', {}, words.question), element('p', {}, words.answer)),
    element(
      'stats',
      { title: words.figures },
      element(
        'ul',
        {},
        ...FIGURES.map((figure, index) =>
          element('li', {}, element('strong', {}, figure), ` ${words.figureTexts[index] ?? ''}`),
        ),
      ),
    ),
    element('testimonials', { title: words.quotes }),
    element('product-cards', { title: words.cards, handles }),
    element(
      'gallery',
      { title: words.gallery },
      element(
        'p',
        {},
        ...PIECES.map((src) => element('img', { src, alt: words.galleryAlt, width: 1200, height: 1200 })),
      ),
    ),
    element(
      'hotspots',
      { picture: PICTURE, alt: words.spotsAlt },
      ...handles.map((handle, index) => element('spot', { handle, x: 30 + 20 * index, y: 40 + 12 * index })),
    ),
  ]
}

function element(tag: string, props: Record<string, unknown>, ...children: (ContentNode | string)[]): ContentElement {
  return {
    type: 'element',
    tag,
    props,
    children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
  }
}

function table(columns: readonly string[], rows: readonly string[][]): ContentElement {
  const row = (tag: string, cells: readonly string[]) =>
    element('tr', {}, ...cells.map((cell) => element(tag, {}, cell)))
  return element(
    'table',
    {},
    element('thead', {}, row('th', columns)),
    element('tbody', {}, ...rows.map((cells) => row('td', cells))),
  )
}
