import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import { convertImage, SlowImageError, type ImageSize } from '#server/images/convert-image.ts'
import { createImageFolder } from '#server/images/image-folder.ts'
import { createImageProcessor } from '#server/images/image-processor.ts'
import { createImageQueue } from '#server/images/image-queue.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { until } from '#test/support/until.ts'

import { photograph } from './open-images.ts'

const SMALL = { width: 32, format: 'webp' } as const
const QUIET = { warn() {} }
const DAY_MS = 86_400_000
type Convert = Parameters<typeof createImageProcessor>[0]['convert']
const convert: Convert = async (_when, read, size) => convertImage(await read(), size)

t.test('a picture that a hundred want at once is made once, and in avif once', async (t) => {
  const made: ImageSize['format'][] = []
  const images = openImages(t, counting(convert, made))
  const source = await photograph(64)
  const wanted = { ...SMALL, showsAvif: true }
  const get = () => images.get('ring', wanted, async () => source)
  const found = await Promise.all(Array.from({ length: 100 }, get))
  t.equal(new Set(found.map(({ picture: image }) => image.bytes)).size, 1)
  await until(async () => !(await get()).isInterim)
  t.same(made, ['webp', 'avif'])
})

t.test('two processes that make the same picture in one folder do no harm', async (t) => {
  const dir = testFolder(t)
  const source = await photograph(64)
  const found = await Promise.all(
    [openImages(t, convert, dir), openImages(t, convert, dir)].map((images) =>
      images.get('ring', { ...SMALL, showsAvif: false }, async () => source),
    ),
  )
  t.same(found[0]?.picture.bytes, found[1]?.picture.bytes)
  await until(async () => /^\w+\.webp$/.test((await readdir(dir)).join()))
})

t.test('who waits for a picture is served first; where too many wait, the next is told to come again', async (t) => {
  const queue = createImageQueue({ now: 2, later: 3 })
  const free = Promise.withResolvers<void>()
  const done: string[] = []
  const ask = (when: 'now' | 'later') =>
    queue.run(when, async () => {
      await free.promise
      done.push(when)
    })
  // As many as can be made at once do not wait.
  const active = Array.from({ length: 3 }, () => ask('later')).slice(0, queue.status().active)
  const more = Promise.allSettled([
    ...Array.from({ length: 5 }, () => ask('later')),
    ask('now'),
    ask('now'),
    ask('now'),
  ])
  free.resolve()
  await Promise.all(active)
  const refused = (await more).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
  t.match(refused.at(-1), { name: 'BusyError', statusCode: 503 })
  t.equal(done.slice(active.length, active.length + 2).join(), 'now,now')
})

t.test('a picture that takes too long is not taken for a broken one, nor tried again at once', async (t) => {
  let tried = 0
  const images = openImages(t, () => {
    tried += 1
    return Promise.reject(new SlowImageError('slow'))
  })
  const get = () => images.get('ring', { ...SMALL, showsAvif: false }, async () => photograph(64))
  for (const _ of [1, 2]) await t.rejects(get(), { name: 'SlowImageError', statusCode: 503 })
  t.equal(tried, 1)
})

t.test('a full folder loses what nobody has asked for the longest, and what somebody left half written', async (t) => {
  const dir = testFolder(t)
  const folder = createImageFolder({ dir, mostBytes: 40_000, log: QUIET })
  const kilobytes = Buffer.alloc(8000, 'x')
  const ages = { oldest: 9, old: 8, young: 2, new: 0 }
  for (const [name, days] of Object.entries(ages)) {
    await writeFile(join(dir, name), kilobytes)
    await age(join(dir, name), days)
  }
  await folder.read('oldest')
  await writeFile(join(dir, 'dead.part'), '')
  await age(join(dir, 'dead.part'), 1)
  await writeFile(join(dir, 'writing.part'), '')
  await folder.tidy()
  t.same((await readdir(dir)).toSorted(), ['new', 'old', 'oldest', 'writing.part', 'young'])

  await folder.write('next', kilobytes)
  await until(async () => !(await readdir(dir)).includes('old'))
  t.same((await readdir(dir)).toSorted(), ['new', 'next', 'oldest', 'writing.part', 'young'], 'who was asked for stays')
  t.equal((await stat(join(dir, 'next'))).size, 8000)
})

function openImages(t: Test, make: Convert, dir = testFolder(t)) {
  const folder = createImageFolder({ dir, mostBytes: 1_000_000_000, log: QUIET })
  t.teardown(() => folder.close())
  return createImageProcessor({ folder, convert: make, log: QUIET })
}

function counting(make: Convert, made: ImageSize['format'][]): Convert {
  return (when, read, size) => {
    made.push(size.format)
    return make(when, read, size)
  }
}

async function age(file: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY_MS)
  await utimes(file, then, then)
}
