import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { PARTS as ALL_PARTS } from '#content/parts/part-schemas.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const PAGE = '---\ntitle: A new page\ndescription: It was not there when the shop opened.\n---\nWritten just now.\n'

const image = (alt: string) => `picture="hero-ivory-set.webp" alt="${alt}"`

const PARTS: [part: string, written: string, ...read: RegExp[]][] = [
  [
    'home hero',
    `:::home-hero{${image('A hero')}}\n# Every part\n:::`,
    /<h1[^>]*>Every part</,
    /<img[^>]* alt="A hero"/,
  ],
  ['what is', `:::what-is{${image('A stone')}}\n## What is it\n:::`, /<h2[^>]*>What is it</, /<img[^>]* alt="A stone"/],
  ['store', `:::store{${image('A room')}}\n## A quiet shop\n:::`, /<h2[^>]*>A quiet shop</, /<img[^>]* alt="A room"/],
  ['benefits', ':::benefits-carousel{title="Why"}\n### Hard\n\nVery.\n:::', /Why<\/h2>/, /Hard<\/h3>/, /Very\./],
  [
    'questions',
    ':::faqs{title="Asked"}\n### Is it?\n\nIt is.\n:::',
    /Asked<\/h2>/,
    /<summary[^>]*>.*Is it\?/,
    /It is\./,
  ],
  ['figures', ':::stats{title="Figures"}\n- **9.25** hard\n:::', /Figures<\/h2>/, />9\.25<\/span>/],
  ['testimonials', '::testimonials{title="Said"}', /Said<\/h2>/, /A sample of the shop\./],
  [
    'of a piece',
    '::product-testimonials{handle="round-solitaire-ring"}',
    /What customers say<\/h2>/,
    /aria-label="4 out of 5"/,
  ],
  ['cards', '::product-cards{category="sets" title="Sets"}', /Sets<\/h2>/, /<article.*?\/en\/shop\/product\//],
  ['tiles', '::category-tiles{title="Shelves"}', /Shelves<\/h2>/],
  ['article', '::blog-card{path="/blogs/ring-sizes"}', /From the journal<\/h2>/, /<article.*?\/en\/blogs\/ring-sizes"/],
  ['gallery', ':::gallery{title="Seen"}\n![Hoops](earrings-hoop-silver-1.webp)\n:::', /Seen<\/h2>/, /alt="Hoops"/],
  [
    'hot spots',
    `:::hotspots{${image('A set')}}\n::spot{x=30 y=40 handle="round-solitaire-ring" label="The ring"}\n:::`,
    /href="\/en\/shop\/product\/round-solitaire-ring" aria-label="1\. The ring"/,
  ],
  ['banner', '::email-banner{tab="hint"}', /role="tablist"/],
]

const contentDir = join(testFolder(t), 'content')
await cp('content', contentDir, { recursive: true, filter: (path) => !path.endsWith('_testimonials') })
const shop = await startShop(t, { env: { CONTENT_DIR: contentDir, LOG_LEVEL: 'fatal' } })

async function read(path: string) {
  const answer = await fetch(shop.url + path)
  return { status: answer.status, html: await answer.text() }
}

t.test(
  'testimonials are on the home page and on the page of their product, and there is no title without any',
  async (t) => {
    const places = ['/en', '/en/shop/product/round-eternity-ring', '/ru', '/ru/shop/product/round-eternity-ring']
    const readAll = async () =>
      Promise.all(places.map(async (place) => (await read(place)).html.replaceAll(/<script.*?<\/script>/gs, '')))
    for (const html of await readAll()) t.notMatch(html, />(What customers say|Что говорят покупатели)</)
    for (const [locale, texts] of [
      ['en', 'I wear it every day.'],
      ['ru', 'Ношу его каждый день.'],
    ]) {
      await mkdir(join(contentDir, `${locale}/_testimonials`), { recursive: true })
      const testimonial = `name: Mia\nwords: ${texts}\nrating: 5\nproduct: round-eternity-ring\n`
      await writeFile(join(contentDir, `${locale}/_testimonials/mia.yml`), testimonial)
    }
    await until(async () => (await readAll()).every((html) => /I wear it|Ношу\sего/.test(html)))
    for (const html of await readAll()) t.match(html, />(What customers say|Что говорят покупатели)</)
    t.notMatch((await read('/en/shop/product/round-solitaire-ring')).html, 'I wear it every day.')
    for (const locale of ['en', 'ru']) await rm(join(contentDir, `${locale}/_testimonials/mia.yml`))
  },
)

t.test('every part that an author uses in content is shown on the page', async (t) => {
  await mkdir(join(contentDir, 'en/_testimonials'), { recursive: true })
  const testimonial = 'name: Ada\nwords: A sample of the shop.\nrating: 4\nproduct: round-solitaire-ring\n'
  await writeFile(join(contentDir, 'en/_testimonials/ada.yml'), testimonial)
  const written = PARTS.map(([, part]) => part).join('\n\n')
  await writeFile(join(contentDir, 'en/parts.md'), `---\ntitle: Parts\ndescription: All of them.\n---\n${written}\n`)
  await until(async () => (await read('/en/parts')).status === 200)
  // The hydration data contains all texts a second time.
  const html = (await read('/en/parts')).html.replaceAll(/<script.*?<\/script>/gs, '')
  t.same(shop.app.content.faults(), [])
  for (const [part, , ...texts] of PARTS) for (const term of texts) t.ok(term.test(html), `${part}: ${term}`)
  t.same(
    Object.keys(ALL_PARTS).filter((name) => !written.includes(`:${name}`)),
    [],
    'there is no other part',
  )
})

t.test('a saved content page appears in the running shop', async (t) => {
  await mkdir(join(contentDir, 'ru/one/two'), { recursive: true })
  t.equal((await read('/ru/one/two/three')).status, 404)
  await writeFile(join(contentDir, 'ru/one/two/three.md'), PAGE)
  await until(async () => (await read('/ru/one/two/three')).html.includes('Written just now.'))
  await writeFile(join(contentDir, 'ru/one/two/three.md'), '---\ntitle: "A new\n---\nHalf of')
  await until(() => shop.app.content.faults().length === 1)
  t.match((await read('/ru/one/two/three')).html, 'Written just now.', 'half a file shows what was there before')
})
