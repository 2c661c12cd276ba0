import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { testFolder } from '#test/support/test-folder.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const PAGE = '---\ntitle: A new page\ndescription: It was not there when the shop opened.\n---\nWritten just now.\n'

t.test('an author who saves a page sees it in the shop that is running', async (t) => {
  const contentDir = join(testFolder(t), 'content')
  await cp('content', contentDir, { recursive: true })
  const shop = await startShop(t, { env: { CONTENT_DIR: contentDir, LOG_LEVEL: 'fatal' } })
  const read = async (path: string) => {
    const answer = await fetch(shop.url + path)
    return { status: answer.status, html: await answer.text() }
  }

  const story = join(contentDir, 'en/ourStory.md')
  const words = await readFile(story, 'utf8')
  await writeFile(story, `${words}\nOne sentence more, just now.\n`)
  await until(async () => (await read('/en/ourStory')).html.includes('One sentence more, just now.'))

  await writeFile(story, '---\ntitle: "Our story\n---\nHalf of')
  await until(() => shop.app.content.faults().length === 1)
  const { status, html } = await read('/en/ourStory')
  t.equal(status, 200)
  t.ok(html.includes('One sentence more, just now.'), 'half a file shows what was there before')
  t.match(shop.app.content.faults(), [{ file: 'en/ourStory.md', line: 2 }])

  await mkdir(join(contentDir, 'ru/one/two'), { recursive: true })
  t.equal((await read('/ru/one/two/three')).status, 404)
  await writeFile(join(contentDir, 'ru/one/two/three.md'), PAGE)
  await until(async () => (await read('/ru/one/two/three')).html.includes('Written just now.'))

  await rename(join(contentDir, 'ru/one/two/three.md'), join(contentDir, 'ru/one/two/four.md'))
  await until(async () => (await read('/ru/one/two/four')).status === 200)
  t.equal((await read('/ru/one/two/three')).status, 404)
})
