import type { ContentDocument } from '#content/document.ts'
import { createRandom } from '#test/support/random.ts'

const TAGS = ['gold', 'silver', 'amber', 'pearl', 'ring', 'care', 'guide', 'gems']
const FOLDERS = ['blogs', 'collections', 'courses', 'policies', 'help']
const PARAGRAPHS = 6

export function inventDocuments(count: number): ContentDocument[] {
  const random = createRandom(42)
  return Array.from({ length: count }, (_, index) => {
    const folder = FOLDERS[index % FOLDERS.length] as string
    const locale = index % 4 === 3 ? 'ru' : 'en'
    const number = Math.floor(index / FOLDERS.length) + 1
    const slug = `item-${number}-${folder}`
    const stem = `${locale}/${folder}/${number}.${slug}`
    return {
      _id: `content:${stem.replaceAll('/', ':')}.md`,
      _source: 'content',
      _file: `${stem}.md`,
      _stem: stem,
      _extension: 'md',
      _type: 'markdown',
      _path: `/${folder}/${slug}`,
      _dir: folder,
      _locale: locale,
      _draft: index % 50 === 49,
      _partial: index % 40 === 39,
      title: `Title ${random.below(1e6)} ${slug}`,
      description: `About ${slug}`,
      date: new Date(1.6e12 + random.below(1e11)).toISOString(),
      tags: [TAGS[index % 8], TAGS[(index * 3 + 1) % 8]],
      rating: random.below(10) / 2,
      price: random.below(2000),
      featured: index % 7 === 0,
      author: { name: `A${index % 13}`, city: `C${index % 5}` },
      body: inventBody(slug),
    }
  })
}

function inventBody(slug: string): unknown {
  const children = Array.from({ length: PARAGRAPHS }, (_, index) => {
    const value = `Paragraph ${index} of ${slug}. ${'Lorem ipsum dolor sit amet. '.repeat(6)}`
    return { type: 'element', tag: 'p', props: {}, children: [{ type: 'text', value }] }
  })
  return { type: 'root', children, toc: { title: '', searchDepth: 2, depth: 2, links: [] } }
}
