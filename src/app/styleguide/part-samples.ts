import type { ContentElement, ContentNode } from '#content/document.ts'

import type { BlockMessages } from './block-messages.ts'

const IMAGE = { url: 'hero-ivory-set.webp', width: 2000, height: 1125, placeholder: null }
const PRODUCTS = [
  'ring-halo-round-rose-gold-1.webp',
  'ring-eternity-round-white-gold-1.webp',
  'ring-bezel-round-silver-1.webp',
]
const SIZES = [
  ['52', '16.6', '52'],
  ['54', '17.2', '54'],
]
const FIGURES = ['9.25', '4', '0', '80']

/** Like those from the Markdown parser, with every part that needs no data besides the tree. */
export function sampleNodes(text: BlockMessages, handles: readonly string[]): ContentNode[] {
  return [
    element('h2', {}, text.heading),
    element(
      'p',
      {},
      text.before,
      element('strong', {}, text.strong),
      text.between,
      element('em', {}, text.emphasis),
      text.and,
      element('a', { href: '/shop' }, text.link),
      '.',
    ),
    element('ul', {}, ...text.items.map((item) => element('li', {}, item))),
    element('blockquote', {}, element('p', {}, text.quote)),
    table(text.columns, SIZES),
    element(
      'store',
      { picture: IMAGE, alt: text.spotsAlt },
      element('h2', {}, text.store),
      element('p', {}, text.storeText),
      element('p', {}, element('a', { href: '/ourStory' }, text.more)),
    ),
    element(
      'benefits-carousel',
      { title: text.benefits },
      ...[1, 2, 3, 4].flatMap((number) => [
        element('h3', {}, `${text.benefit} ${number}`),
        element('p', {}, text.benefitText),
      ]),
    ),
    element('faqs', { title: text.faqs }, element('h3', {}, text.faq), element('p', {}, text.answer)),
    element(
      'stats',
      { title: text.figures },
      element(
        'ul',
        {},
        ...FIGURES.map((figure, index) =>
          element('li', {}, element('strong', {}, figure), ` ${text.figureTexts[index] ?? ''}`),
        ),
      ),
    ),
    element('testimonials', { title: text.quotes }),
    element('product-cards', { title: text.cards, handles }),
    element(
      'gallery',
      { title: text.gallery },
      element(
        'p',
        {},
        ...PRODUCTS.map((src) => element('img', { src, alt: text.galleryAlt, width: 1200, height: 1200 })),
      ),
    ),
    element(
      'hotspots',
      { picture: IMAGE, alt: text.spotsAlt },
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
