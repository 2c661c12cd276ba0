import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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
/** A folder that keeps nothing. */
const NOWHERE = { read: async () => undefined, async write() {}, async tidy() {}, async close() {} }

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

t.test('whoever looked on a slow disk while a picture was made does not have it made again', async (t) => {
  const made: ImageSize['format'][] = []
  const disk = Promise.withResolvers<undefined>()
  let look: Promise<undefined> | undefined = disk.promise
  const folder = { ...NOWHERE, read: async () => look }
  const make = counting(async () => Buffer.from(made.length === 1 ? 'webp' : 'avi'), made)
  const images = createImageProcessor({ folder, convert: make, log: QUIET })
  const get = (showsAvif: boolean) => images.get('ring', { ...SMALL, showsAvif }, async () => Buffer.alloc(0))
  const late = [get(true), get(false)]
  look = undefined
  await until(async () => !(await get(true)).isInterim)
  disk.resolve(undefined)
  await Promise.all(late)
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

t.test('pictures that wait for their avif take no room meanwhile', async (t) => {
  const megabytes = 4 * 1024 * 1024
  const waiting: unknown[] = []
  const big: Convert = (when) =>
    when === 'now' ? Promise.resolve(Buffer.alloc(megabytes, 'x')) : new Promise((resolve) => waiting.push(resolve))
  const images = createImageProcessor({ folder: NOWHERE, convert: big, log: QUIET })
  const before = collected()
  for (let index = 0; index < 40; index += 1) {
    await images.get(`ring ${index}`, { ...SMALL, showsAvif: true }, async () => Buffer.alloc(0))
  }
  t.equal(waiting.length, 40)
  // What was collected is given back by a thread of its own.
  await t.resolves(until(() => (collected() - before) / megabytes < 12))
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

/** What buffers weigh that someone still holds. */
function collected(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().arrayBuffers
}
