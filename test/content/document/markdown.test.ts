import t from 'tap'

import { type ContentBody, type ContentElement, type ContentNode, isElement } from '#content/document.ts'
import { parseDocument, type ParseOptions } from '#content/document/parse-document.ts'
import { PARTS } from '#content/parts/part-schemas.ts'

const IMAGES: Record<string, { width: number; height: number }> = {
  'ring.webp': { width: 800, height: 600 },
  'ring-tall.webp': { width: 400, height: 600 },
}
const OPTIONS: ParseOptions = {
  locales: ['en', 'ru'],
  articles: '/blogs',
  resolveImage: (url) => (IMAGES[url] ? { url, ...IMAGES[url] } : undefined),
}

t.test('headings get readable, unique ids in any script, and a table of contents', async (t) => {
  const { body } = read('# Ring\n\n## Как ухаживать?\n\n### Дома\n\n## Как ухаживать?\n\n## 2 ways\n\n## …\n')
  t.same(
    elements(body.children).map(({ props }) => props['id']),
    ['ring', 'как-ухаживать', 'дома', 'как-ухаживать-1', '_2-ways', 'section'],
  )
  t.same(body.toc.links, [
    {
      id: 'как-ухаживать',
      text: 'Как ухаживать?',
      depth: 2,
      children: [{ id: 'дома', text: 'Дома', depth: 3 }],
    },
    { id: 'как-ухаживать-1', text: 'Как ухаживать?', depth: 2 },
    { id: '_2-ways', text: '2 ways', depth: 2 },
    { id: 'section', text: '…', depth: 2 },
  ])
})

t.test('title and description are taken from the text if the author gives none', async (t) => {
  t.match(read('First.\n\n# Rings\n\n> A quote.\n\nSecond.').document, { title: 'Rings', description: 'Second.' })
  t.match(read('---\ndescription: Own\n---\nFirst.').document, { title: 'A', description: 'Own' })
})

t.test('tables, task lists, notes and code are parsed; line breaks between blocks are dropped', async (t) => {
  const { body, faults } = read(
    '| a | b |\n|---|--:|\n| 1 | ~~2~~ |\n\n- [x] done\n\nNote.[^1]\n\n[^1]: It.\n\n```js\na\n```\n',
  )
  t.same(faults, [])
  const tags = elements(body.children).map(({ tag }) => tag)
  for (const tag of ['table', 'th', 'del', 'input', 'sup', 'section', 'pre', 'code']) t.ok(tags.includes(tag), tag)
  t.notOk(body.children.some((node) => !isElement(node)))
})

t.test('a line break between two words stays, also between emphasized ones', async (t) => {
  const { body } = read('- **a**\n  *b*\n')
  t.match(elements(body.children).find(({ tag }) => tag === 'li')?.children, [
    { tag: 'strong' },
    { type: 'text', value: '\n' },
    { tag: 'em' },
  ])
})

t.test('footnotes have a heading in the language of the page, and links that lead to them', async (t) => {
  const { body } = read('## Один\n\nСлово.[^1]\n\n[^1]: Сноска.\n', 'content:ru:a.md')
  t.match(JSON.stringify(body.children), /"Примечания"/)
  t.same(
    body.toc.links.map(({ text }) => text),
    ['Один'],
  )
  const ids = elements(body.children).map(({ props }) => props['id'])
  for (const { tag, props } of elements(body.children))
    if (tag === 'a') t.ok(ids.includes(String(props['href']).slice(1)))
})

t.test('text that only looks like a part of a page stays text', async (t) => {
  for (const text of ['At 10:30 sharp', 'So :smile at', 'слово:текст да', 'a:b[c]{d=e} f', '::: and', 'x :: y']) {
    const { body, faults } = read(text)
    t.same(body.children, [{ type: 'element', tag: 'p', props: {}, children: [{ type: 'text', value: text }] }], text)
    t.same(faults, [], text)
  }
})

t.test('HTML, scripts and unknown kinds of links are removed', async (t) => {
  const { body, faults } = read(
    [
      'A <b onclick="x">bold</b> word.',
      '<script>alert(1)</script>',
      '<!-- for authors -->',
      '[a](javascript:alert(1)) [b](//elsewhere.example) [c](rings) [d](data:text/html,x)',
      '[e](/shop/rings?x=1#y) [f](#z) [g](https://a.example) [h](mailto:a@a.example) [i](tel:+7)',
    ].join('\n\n'),
  )
  t.notMatch(JSON.stringify(body.children), /<|script|onclick/)
  t.same(
    elements(body.children).flatMap(({ tag, props }) => (tag === 'a' ? [props['href']] : [])),
    ['/shop/rings?x=1#y', '#z', 'https://a.example', 'mailto:a@a.example', 'tel:+7'],
  )
  t.same(
    faults.map(({ line }) => line),
    [1, 3, 7, 7, 7, 7],
  )
})

t.test(
  'an image has its size; an unknown one, or one without alternative text, is left out and reported',
  async (t) => {
    const { body, faults } = read(
      '![A ring](ring.webp)\n\n![](ring.webp)\n\n![None](none.webp)\n\n![A](https://a.example/b.png)\n',
    )
    t.same(
      elements(body.children).flatMap(({ tag, props }) => (tag === 'img' ? [props] : [])),
      [{ src: 'ring.webp', alt: 'A ring', width: 800, height: 600 }],
    )
    t.same(
      faults.map(({ line }) => line),
      [3, 5, 7],
    )
  },
)

t.test('the image of a page comes with its portrait crop', async (t) => {
  const { document } = read('---\npicture: ring.webp\npictureAlt: A ring\n---\n')
  t.match(document['picture'], { url: 'ring.webp', width: 800, tall: { url: 'ring-tall.webp', width: 400 } })
  const { document: without, faults } = read('---\ntitle: A\npicture: none.webp\n---\n')
  t.notOk('picture' in without)
  t.same(
    faults.map(({ line }) => line),
    [3, 3],
  )
})

t.test('an article has a computed reading time, whatever its author writes', async (t) => {
  const texts = (count: number) => `---\nreadingMinutes: 99\n---\n${'слово '.repeat(count)}\n\n— * 5\n`
  t.equal(read(texts(199), 'content:ru:blogs:a.md').document['readingMinutes'], 1)
  t.equal(read(texts(200), 'content:ru:blogs:a.md').document['readingMinutes'], 2)
  t.notOk('readingMinutes' in read('Words.', 'content:en:blogs:index.md').document)
  t.notOk('readingMinutes' in read('Words.', 'content:en:policies:a.md').document)
})

t.test('files with a BOM or other line breaks are parsed alike', async (t) => {
  const plain = read('---\ntitle: A\n---\n# B\n\nC\n')
  const { document } = read('\uFEFF---\r\ntitle: A\r\n---\r\n# B\r\n\r\nC\r\n')
  t.same(document, plain.document)
})

function read(text: string, id = 'content:en:a.md') {
  const { document, faults } = parseDocument(id, text, OPTIONS)
  if (!document) throw new Error(JSON.stringify(faults))
  return { document, faults, body: document.body as ContentBody }
}

function elements(nodes: readonly ContentNode[]): ContentElement[] {
  return nodes.filter(isElement).flatMap((node) => [node, ...elements(node.children)])
}

const image = { url: 'a.webp', width: 8, height: 6 }
const resolveImage = (file: string) => (file === 'a.webp' ? image : undefined)

t.test('a part becomes an element with typed props (numbers, lists, images) and its content', async (t) => {
  const { parts, faults } = readPage(
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
    const { parts, faults } = readPage(`---\ntitle: A\n---\nBefore.\n\n${text}\n\nAfter.`)
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
  const { faults } = readPage('Before.\n\n:::faqs\n### Why\n\nSo.\n')
  t.match(faults, [{ line: 3, message: /never closed/ }])
  t.match(readPage('Before.\n\n:::\n').faults, [{ line: 3, message: /closes nothing/ }])
})

t.test('a wrong spot does not affect its image and the other spots', async (t) => {
  const { parts, faults } = readPage(
    ':::hotspots{picture="a.webp" alt="A"}\n::spot{x=101 y=2 handle=a label=A}\n::spot{x=1 y=2 handle=b label=B}\n:::',
  )
  t.match(faults, [{ line: 2, message: /“x” .* <= 100/ }])
  t.match(parts[0]?.children, [{ tag: 'spot', props: { handle: 'b' } }])
  t.equal(parts[0]?.children.length, 1)
})

t.test('headings of parts are not in the table of contents', async (t) => {
  const { body } = readPage('## One\n\n:::faqs\n### Why\nSo.\n:::\n')
  t.same(body.toc.links, [{ id: 'one', text: 'One', depth: 2 }])
})

t.test('no part has the name of an HTML tag', async (t) => {
  const tags = ['a', 'p', 'img', 'pre', 'code', 'table', 'section', 'input', 'blockquote']
  t.same(
    Object.keys(PARTS).filter((name) => tags.includes(name)),
    [],
  )
})

function readPage(text: string) {
  const { document, faults } = parseDocument('content:en:a.md', text, { locales: ['en'], resolveImage })
  const body = document?.body as ContentBody
  return { body, faults, parts: body.children as ContentElement[] }
}
