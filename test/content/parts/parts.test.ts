import t from 'tap'

import type { ContentBody, ContentElement } from '#content/document.ts'
import { parseDocument } from '#content/document/parse-document.ts'
import { PARTS } from '#content/parts/part-schemas.ts'

const image = { url: 'a.webp', width: 8, height: 6, placeholder: null }
const resolveImage = (file: string) => (file === 'a.webp' ? image : undefined)

t.test('a part becomes an element with typed props (numbers, lists, images) and its content', async (t) => {
  const { parts, faults } = read(
    [
      ':::home-hero{picture="a.webp" alt="A ring"}',
      '# Light',
      ':::',
      '::product-cards{handles="a-b c" title="Они" limit=4 more="/shop" more-label="All"}',
      ':::hotspots{picture="a.webp" alt="Two"}',
      '::spot{x=30 y=40.5 handle="a-b" label="Left"}',
      ':::',
    ].join('\n'),
  )
  t.same(faults, [])
  t.match(parts, [
    { tag: 'home-hero', props: { picture: image, alt: 'A ring' }, children: [{ tag: 'h1' }] },
    {
      tag: 'product-cards',
      props: { handles: ['a-b', 'c'], title: 'Они', limit: 4, more: '/shop', moreLabel: 'All' },
    },
    { tag: 'hotspots', children: [{ tag: 'spot', props: { x: 30, y: 40.5, handle: 'a-b', label: 'Left' } }] },
  ])
})

t.test('a part that is wrong is left out and reported with its line, and the page is kept', async (t) => {
  const cases: [string, RegExp][] = [
    ['::carousel', /no part “carousel”/],
    ['::constructor', /no part/],
    ['::category-tiles{colour=red}', /no attribute “colour”; it has “title”/],
    ['::category-tiles{constructor=x}', /no attribute/],
    ['::product-cards{collection=none}', /“collection” .* one of “best-sellers”/],
    ['::product-cards{title=A}', /one of “collection”, “category”, “handles”/],
    ['::product-cards{collection=trending category=rings}', /only one/],
    ['::product-cards{category=rings more="/shop"}', /“more”, “more-label” together/],
    ['::product-cards{category=rings limit=13}', /“limit” .* <= 12/],
    ['::product-cards{category=rings limit=many}', /“limit” .* integer/],
    ['::product-cards{category=rings more="javascript:x" more-label=A}', /“more”/],
    ['::product-cards{category=rings moreLabel=A}', /no attribute “moreLabel”/],
    ['::product-testimonials', /needs the attribute “handle”/],
    ['::blog-card{path="blogs/a"}', /“path”/],
    ['::email-banner{tab=none}', /“tab” .* one of/],
    ['::spot{x=1 y=2 handle=a label=b}', /only inside “hotspots”/],
    ['::faqs', /written “:::faqs”/],
    [':::faqs\nNo question.\n:::', /needs a heading “###”/],
    [':::blog-card{path="/blogs/a"}\n:::', /holds nothing/],
    ['::category-tiles[Ours]', /no words in brackets/],
    [':::store{picture="a.webp"}\n## A\n:::', /needs the attribute “alt”/],
    [':::store{picture="b.webp" alt="A"}\n## A\n:::', /no picture “b.webp”/],
  ]
  for (const [text, message] of cases) {
    const { parts, faults } = read(`---\ntitle: A\n---\nBefore.\n\n${text}\n\nAfter.`)
    t.match(faults, [{ file: 'en/a.md', line: 6, message }], text)
    t.equal(faults.length, 1, text)
    t.same(
      parts.map(({ tag }) => tag),
      ['p', 'p'],
      text,
    )
  }
})

t.test('an unclosed part and a stray closing line are reported', async (t) => {
  const { faults } = read('Before.\n\n:::faqs\n### Why\n\nSo.\n')
  t.match(faults, [{ line: 3, message: /never closed/ }])
  t.match(read('Before.\n\n:::\n').faults, [{ line: 3, message: /closes nothing/ }])
})

t.test('a wrong spot does not affect its image and the other spots', async (t) => {
  const { parts, faults } = read(
    ':::hotspots{picture="a.webp" alt="A"}\n::spot{x=101 y=2 handle=a label=A}\n::spot{x=1 y=2 handle=b label=B}\n:::',
  )
  t.match(faults, [{ line: 2, message: /“x” .* <= 100/ }])
  t.match(parts[0]?.children, [{ tag: 'spot', props: { handle: 'b' } }])
  t.equal(parts[0]?.children.length, 1)
})

t.test('headings of parts are not in the table of contents', async (t) => {
  const { body } = read('## One\n\n:::faqs\n### Why\nSo.\n:::\n')
  t.same(body.toc.links, [{ id: 'one', text: 'One', depth: 2 }])
})

t.test('no part has the name of an HTML tag', async (t) => {
  const tags = ['a', 'p', 'img', 'pre', 'code', 'table', 'section', 'input', 'blockquote']
  t.same(
    Object.keys(PARTS).filter((name) => tags.includes(name)),
    [],
  )
})

function read(text: string) {
  const { document, faults } = parseDocument('content:en:a.md', text, { locales: ['en'], resolveImage })
  const body = document?.body as ContentBody
  return { body, faults, parts: body.children as ContentElement[] }
}
